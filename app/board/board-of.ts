import type { Viewer } from '../routes/signed-in/load-viewer.server.ts';

/** The user's own board: also the end of a visit's address, which names where it leads back to. */
export const boardOf = ({ home }: Pick<Viewer, 'home'>): '/calendario' | '/jefetec' =>
  home === '/calendario' ? '/calendario' : '/jefetec';
