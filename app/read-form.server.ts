/** The fields of a form that was sent to a screen; null: what was sent is none. */
export const readForm = (request: Request): Promise<FormData | null> => request.formData().catch(() => null);
