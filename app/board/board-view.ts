/** What of the dispatcher's board is shown: seven days by slots, a day by technician, or a day on the map. */
export type BoardView = 'week' | 'day' | 'map';

/** As the address names them; the week has none. */
const viewNames = new Map<string | null, BoardView>([
  ['dia', 'day'],
  ['mapa', 'map'],
]);

export const viewOf = (params: URLSearchParams): BoardView => viewNames.get(params.get('vista')) ?? 'week';

export const nameOfView: Record<BoardView, string | null> = { week: null, day: 'dia', map: 'mapa' };
