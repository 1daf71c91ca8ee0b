/** Of what has the focus in the palette: the dialogs below it look at this before they close with Escape. */
export const keepsEscape = { 'data-mantine-stop-propagation': 'true' };
