/** Of a form's answer: there was none. Reading the screen again then would take the form away, and what was typed. */
export const wasNotAnswered = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && (result as { status?: unknown }).status === 0;
