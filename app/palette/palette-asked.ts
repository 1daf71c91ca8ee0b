/** The event that opens the palette, or loads it first. */
export const paletteAsked = 'agenda:palette';

/** Open the command palette, as Ctrl+K does. */
export const openPalette = () => window.dispatchEvent(new Event(paletteAsked));
