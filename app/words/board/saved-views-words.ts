import { listInWords } from '../list-in-words.ts';
import { savedViewLinkWords } from './saved-view-link-words.ts';

/** Saved views of the boards, and the menu that they are in. */
export const savedViewWords = {
  menu: savedViewLinkWords.screen,
  /** Of the menu's button. */
  shown: (name: string, changed: boolean) => `Vistas: «${name}»${changed ? ', modificada' : ''}`,
  changed: '· modificada',
  mine: 'Mis vistas',
  none: 'Todavía no guardaste ninguna vista.',
  isDefault: 'Predeterminada',
  leave: 'Dejar de usar la vista',
  saveNew: 'Guardar como vista nueva…',
  saveFirst: 'Guardar lo que ves…',
  keep: 'Guardar en mis vistas…',
  overwrite: (name: string) => `Guardar los cambios en «${name}»`,
  rename: 'Cambiar el nombre…',
  makeDefault: 'Usar como predeterminada',
  endDefault: 'Dejar de usar como predeterminada',
  copy: 'Copiar enlace',
  remove: 'Eliminar…',
  wall: 'Pizarra para una pantalla grande',
  wallTitle: 'Pizarra',
  titles: {
    save: 'Guardar la vista',
    keep: 'Guardar en mis vistas',
    rename: 'Cambiar el nombre de la vista',
  },
  name: 'Nombre',
  what: 'Guarda las operaciones, la zona, los filtros y el modo que ves ahora. La semana y el día no: una vista abre siempre en hoy.',
  asDefault: 'Abrir el tablero con esta vista',
  replace: (name: string) => `Reemplazar «${name}»`,
  save: 'Guardar',
  cancel: 'Volver',
  close: 'Cerrar',
  saved: (name: string) => `La vista «${name}» se guardó.`,
  renamed: (name: string) => `La vista se llama ahora «${name}».`,
  becameDefault: (name: string) => `El tablero se abre con la vista «${name}».`,
  noDefault: 'El tablero se abre como lo dejaste la última vez.',
  copied: 'El enlace de la vista se copió.',
  link: 'Enlace de la vista',
  copyByHand: 'No se pudo copiar solo: copialo desde acá.',
  removeTitle: (name: string) => `¿Eliminar la vista «${name}»?`,
  removeText: 'Quien tenga su enlace ya no va a poder abrirla.',
  removeYes: 'Eliminar',
  removed: (name: string) => `La vista «${name}» se eliminó.`,
  noAnswer: 'No hubo respuesta. Verificá tu conexión e intentá de nuevo.',
  missing: (name: string, codes: readonly string[]) =>
    codes.length === 1
      ? `La vista «${name}» incluye una operación que no tenés asignada: ${codes[0]}; se abre sin ella.`
      : `La vista «${name}» incluye operaciones que no tenés asignadas: ${listInWords(codes)}; se abre sin ellas.`,
  zoneGone: (name: string) => `La zona de la vista «${name}» ya no existe; se abre con todas las zonas.`,
  otherBoard: (name: string) =>
    `La vista «${name}» es del tablero del jefe técnico; se abre en tu calendario, sin lo que solo tiene ese tablero.`,
  gotIt: 'Entendido',
} as const;
