import type { Months } from '../../../machines/access/retention.ts';
import { retentionLimits } from '../../../machines/access/retention.ts';

const { first, last } = retentionLimits;
const some = (n: number) => n.toLocaleString('es-AR');
const ordersOf = (n: number) => (n === 1 ? '1 orden' : `${some(n)} órdenes`);

/** The words of the screen where it is set for how long customers' personal data are kept. */
export const retentionWords = {
  title: 'Datos personales de clientes',
  hint: 'Cada operación conserva los datos personales de sus clientes sin límite, o los elimina unos meses después de cerrada la orden. Lo eliminado no se puede recuperar.',
  deleted: 'Qué se elimina',
  deletedList: [
    'De la orden y sus visitas: nombre, dirección, teléfono, detalle, notas, comentarios, firma y enlaces.',
    'Los tickets con sus notas y archivos, los mensajes enviados y los textos del historial.',
    'Del cliente que ya no es cliente y no tiene nada más nuevo: sus datos de contacto y sus equipos.',
  ],
  stays: 'Qué queda',
  staysList: [
    'Números, fechas, estados, duraciones y motivos: los reportes cuentan lo mismo que antes.',
    'Los datos de los clientes activos, y todo lo de una orden con una visita abierta.',
    'Lo que el sistema de origen vuelva a enviar, y lo que ya esté en copias de seguridad.',
  ],
  operation: (name: string, code: string) => `${name} (${code})`,
  keptForEver: 'Los datos se conservan sin límite.',
  kept: (months: number) => `Los datos se eliminan a los ${months} meses de cerrada la orden.`,
  forgotten: (orders: number, at: string) => `Última eliminación: ${ordersOf(orders)}, el ${at}.`,
  neverForgotten: 'Todavía no se eliminó nada.',
  keep: 'Conservar',
  forEver: 'Sin límite',
  limited: 'Por unos meses',
  months: 'Meses',
  monthsHint: `De ${first} a ${last}`,
  save: 'Guardar',
  saved: (name: string, months: Months) =>
    months === null
      ? `${name} conserva los datos sin límite.`
      : `${name} conserva los datos ${months} meses.`,
  failed: (why: string) => `No se pudo guardar: ${why}`,
  notCounted: (why: string) => `No se guardó nada, porque no se pudo contar qué se eliminaría: ${why}`,
  changed: (months: Months) =>
    months === null
      ? 'Otra persona la cambió: ahora los datos se conservan sin límite.'
      : `Otra persona la cambió: ahora los datos se conservan ${months} meses.`,
  unsavedTitle: '¿Descartar cambios?',
  unsaved: 'Hay cambios sin guardar. ¿Querés descartarlos?',
  history: 'Historial',
  noHistory: 'Todavía no hay cambios.',
  audit: 'Ver todo en la auditoría',
  question: (name: string, months: number) => `${name}: conservar los datos ${months} meses`,
  effect: (orders: number, day: string) =>
    orders === 0
      ? `Hoy no hay órdenes cerradas hasta el ${day} con datos para eliminar.`
      : `Dentro de la próxima hora empiezan a eliminarse los datos personales de ${ordersOf(orders)}, ${orders === 1 ? 'cerrada' : 'cerradas'} hasta el ${day}.`,
  fromThen: (months: number) =>
    `Desde entonces se eliminan los de cada orden a los ${months} meses de su cierre.`,
  irrevocable: 'Lo eliminado no se puede recuperar, tampoco si después se alarga el plazo.',
  confirm: 'Guardar y eliminar',
  confirmNone: 'Guardar',
  back: 'Volver',
} as const;
