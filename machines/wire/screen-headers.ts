/** On every screen's answer: the build that drew it, by the name of its files. */
export const buildHeader = 'x-agenda-build';

/** On a screen's answer: for whom it was drawn. On a command: by whom it is sent. */
export const userHeader = 'x-agenda-user';

/** On a request whose answer the device keeps: the version of what it shows, so that it is not fetched again. */
export const keepHeader = 'x-agenda-keep';

/** A page's message to a newer service worker: the place of the former is free. */
export const takeOver = 'take-over';
