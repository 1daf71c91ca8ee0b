/** Told to the palette wherever it is, or to whoever fetches it. */
export const paletteAsked = 'agenda:palette';

/** Open the command palette, as Ctrl+K does. */
export const openPalette = () => window.dispatchEvent(new Event(paletteAsked));
