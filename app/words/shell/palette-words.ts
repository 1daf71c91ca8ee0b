/** The search of anything, on Ctrl+K. */
export const paletteWords = {
  /** By what the user may look up. */
  placeholder: {
    client: 'Nombre, dirección, teléfono, documento, número o pantalla',
    order: 'Dirección, teléfono, número o pantalla',
    visit: 'Número de visita o pantalla',
  },
  close: 'Cerrar la búsqueda',
  results: 'Resultados',
  groups: { order: 'Órdenes', client: 'Clientes', visit: 'Visitas' },
  recent: 'Recientes',
  screens: 'Pantallas',
  operations: 'Operaciones',
  board: 'Tablero de la semana',
  named: {
    order: (number: string) => `OT ${number}`,
    client: (number: string) => `Cliente ${number}`,
    visit: (number: string) => `Visita #${number}`,
  },
  operation: (name: string) => `Operación ${name}`,
  fewest: 'Escribí al menos 3 caracteres',
  nothing: (text: string) => `Sin resultados para “${text}”`,
  hint: {
    client:
      'Podés buscar por nombre, dirección, teléfono, documento, nodo, o número de OT, de cliente o de visita.',
    order: 'Podés buscar por dirección, teléfono, nodo, o número de OT o de visita.',
    visit: 'Podés buscar una visita por su número, o una pantalla.',
  },
  count: (results: number) => (results === 1 ? '1 resultado' : `${results} resultados`),
  failed: 'No se pudo buscar.',
  offline: 'Sin conexión: no se puede buscar.',
  retry: 'Reintentar',
  keys: [
    ['↑ ↓', 'moverse'],
    ['Enter', 'abrir'],
    ['Esc', 'cerrar'],
  ],
} as const;
