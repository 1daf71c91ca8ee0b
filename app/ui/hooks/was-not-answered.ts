/** Whether a form got no answer. Revalidating then would remove the form, with what was typed. */
export const wasNotAnswered = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && (result as { status?: unknown }).status === 0;
