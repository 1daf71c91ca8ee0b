/** Seconds for which a change can be undone (ux.md U8, U68): the toast's 5, a pointer that holds it, a slow network. */
export const undoSeconds = 20;
