import { oldestBrowsers } from '../../oldest-browsers.ts';

const { chrome, firefox, safari } = oldestBrowsers;

/** What every screen has: the product, the header, the connection, and what went wrong. */
export const shellWords = {
  oldBrowser: `Este navegador es muy viejo para la Agenda técnica, que puede verse mal o no andar. Actualizalo: hace falta Chrome o Edge ${chrome}, Firefox ${firefox}, Safari ${safari} (iPhone con iOS ${safari}) o uno más nuevo.`,
  product: 'Agenda técnica',
  description: 'La semana de visitas de los técnicos, al instante: despacho, atención al cliente y técnicos.',
  skip: 'Ir al contenido',
  skipTo: { orders: 'Ir al listado de órdenes', week: 'Ir al calendario' },
  print: 'Imprimir',
  noNetwork: 'Verificá tu conexión a Internet',
  technicianTitle: 'Agenda técnica - Visitas',
  alsoViewing: (names: readonly string[]) => `También está viendo: ${names.join(', ')}`,
} as const;

export const headerWords = {
  back: 'Volver',
  home: 'Inicio',
  searchKind: 'Buscar por',
  order: 'OT',
  client: 'Cliente',
  number: 'Número de 11 dígitos',
  orderType: 'Tipo de OT',
  search: 'Buscar',
  palette: 'Buscar o ir a…',
  paletteKey: '(Ctrl+K)',
  searchAll: 'Todo…',
  searchAllName: 'Todo… por nombre, dirección, teléfono o número',
  searchAllKey: 'Ctrl K',
  searchFailed: 'No se pudo abrir la búsqueda. Verificá tu conexión a Internet',
  menu: 'Menú de usuario',
  ownChanges: 'Mis últimos cambios',
  profile: 'Perfil',
  dispatcherView: 'Vista Dispatcher',
  technicianView: 'Vista Técnico',
  signOut: 'Cerrar Sesión',
  menuFailed: 'No se pudo abrir el menú. Verificá tu conexión a Internet',
  dispatcherMenu: 'Menú',
  showList: 'Ver Listado',
  showCalendar: 'Ver Calendario',
  reports: 'Reportes',
  setup: 'Configuración',
  mailbox: 'Buzón de desarrollo',
  scheme: 'Cambiar entre colores claros y oscuros',
} as const;

export const connectionWords = {
  live: 'En vivo',
  connecting: 'Conectando…',
  lost: 'Sin conexión, reintentando',
  age: (minutes: number) =>
    minutes < 1
      ? 'datos de hace menos de un minuto'
      : `datos de hace ${minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`}`,
} as const;

export const newVersionWords = {
  text: 'Hay una versión nueva',
  left: 'Esta operación ya no se actualiza en esta pantalla',
  lost: 'Una parte de la pantalla no se pudo traer',
  load: 'Actualizar',
  loadAgain: 'Volver a cargar',
} as const;

export const loadingWords = {
  info: 'Descargando información',
  orders: 'Cargando órdenes',
  history: 'Cargando historico de visitas',
  pendingOrders: 'Cargando OTs pendientes',
  calendar: 'Cargando calendario',
} as const;

export const undoWords = {
  press: 'Deshacer',
  close: 'Cerrar el aviso',
  done: 'El cambio se deshizo.',
  tooLate: 'Ya no se puede deshacer',
  failed: 'No se pudo deshacer. Verificá tu conexión e intentá de nuevo.',
} as const;

export const densityWords = { compact: 'Filas compactas', comfortable: 'Filas cómodas' } as const;

export const errorWords = {
  notFoundTitle: 'No encontramos esa página',
  notFound: 'El enlace puede estar mal escrito o la página ya no existe.',
  title: 'Algo salió mal',
  text: 'Ocurrió un error inesperado. Si se repite, informá este número:',
  unavailable: 'El servicio no está disponible en este momento. Intentá de nuevo.',
  retry: 'Reintentar',
  goHome: 'Ir al inicio',
} as const;
