import { useLocation, useNavigate } from '@remix-run/react';
import { boardOf } from '../board/board-of.ts';
import type { Viewer } from '../routes/signed-in/load-viewer.server.ts';
import type { Recent } from './recent-choices.ts';

/** Opens an order or a client over the board that is shown, or over the user's own, and a visit on its page. */
export function useOpenFound(viewer: Viewer): (chosen: Pick<Recent, 'kind' | 'number'>) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isBoard = pathname === '/jefetec' || pathname === '/calendario';
  const board = isBoard ? pathname : boardOf(viewer);
  return ({ kind, number }) => {
    if (kind === 'visit') return navigate(`/visit/view/${number}${board}`);
    const params = new URLSearchParams(isBoard ? search : '');
    for (const name of ['orden', 'cliente', 'ticket', 'buscar']) params.delete(name);
    params.set(kind === 'order' ? 'orden' : 'cliente', number);
    navigate(`${board}?${params}`);
  };
}
