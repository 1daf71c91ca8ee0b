import type { Trend } from '../../../machines/report/compare.ts';
import type { ReportName } from '../../../machines/report/reports.ts';

const cards: Record<ReportName, string> = {
  monthly: 'Cuántas visitas hubo cada día y en qué terminaron.',
  late_schedule: 'Las que se agendaron cuando su franja ya había terminado.',
  late_finish: 'Las que se cerraron después de terminada su franja.',
  cancellation_reasons: 'Por qué se cancelaron las visitas y a quién le corresponde.',
  technicians: 'Finalizadas, canceladas y desasignadas de cada técnico.',
  unclosed: 'Las que siguen abiertas, con su técnico y su fecha.',
  reschedule: 'Qué visitas se reprogramaron y cuántas veces.',
  monthly_derivations: 'Las que se derivaron a Redes o a Contratista.',
  segments: 'Tiempos del ticket a la OT, de la OT a la visita y de la visita.',
  on_the_way: 'Con qué frecuencia usa cada técnico el botón Voy en camino.',
  on_the_way_global: 'Con qué frecuencia se usa el botón en cada operación.',
  my_techs: 'Los técnicos de tus operaciones, sus visitas pendientes y qué usan.',
};

const menuTitles: Partial<Record<ReportName, string>> = {
  late_schedule: 'Visitas agendadas fuera de franja',
  late_finish: 'Visitas cerradas fuera de franja',
};

const arrows: Record<Trend, string> = { up: '▲', down: '▼', same: '=' };
const trendWords: Record<Trend, string> = { up: 'sube de', down: 'baja de', same: 'igual:' };

/** Where the specification gives two reports the same title (S2 §2), what each is of. */
const ownTitles: Partial<Record<ReportName, string>> = {
  late_schedule: 'Agendadas fuera de franja',
  late_finish: 'Cerradas fuera de franja',
};

const subtitles: Partial<Record<ReportName, string>> = {
  late_schedule: 'Se agendaron cuando su franja ya había terminado.',
  late_finish: 'Se cerraron después de terminada su franja.',
  segments:
    'T1 va del ticket a la OT, T2 de la OT a la visita y T3 de la creación al cierre de la visita. Son promedios; un tiempo es negativo cuando lo segundo ocurrió antes.',
  on_the_way:
    'Muestra la frecuencia de uso del botón por técnico. Solo figuran los técnicos con visitas finalizadas.',
  on_the_way_global:
    'Muestra la frecuencia de uso del botón por operación. Solo figuran las operaciones con visitas finalizadas.',
};

export const reportsWords = {
  title: 'Reportes',
  cards,
  menuTitles,
  ownTitles,
  subtitles,
  period: 'Período:',
  operation: 'Operación',
  allOperations: 'Todas las operaciones',
  timeframe: 'Visitas',
  timeframes: {
    all: 'Todas',
    this_week: 'De esta semana',
    all_except_this_week: 'Todas menos las de esta semana',
  },
  update: 'Actualizar',
  previousMonth: 'Mes anterior',
  nextMonth: 'Mes siguiente',
  lastMonth: 'Es el mes en curso: todavía no hay otro.',
  loading: 'Generando el reporte',
  generating: (percent: number) => `Generando el reporte: ${percent} %`,
  empty: 'No hay datos para el período elegido.',
  emptyHint: 'Probá con otro mes o con otra operación.',
  emptyTimeframe: 'No hay visitas sin cerrar.',
  emptyTimeframeHint: 'Probá con otras semanas o con otra operación.',
  warning: 'Advertencia',
  errorTitle: 'Error',
  removalFailed: 'No se pudo actualizar listado. Por favor refresque esta página',
  failed: 'No se pudo generar el reporte',
  close: 'Cerrar',
  retry: 'Reintentar',
  rows: (n: number) => (n === 1 ? '1 fila' : `${n.toLocaleString('es-AR')} filas`),
  showAll: (n: number) => `Mostrar las ${n.toLocaleString('es-AR')} filas`,
  sortBy: (column: string) => `Ordenar por ${column}`,
  csv: 'CSV',
  xlsx: 'XLSX',
  download: (format: string) => `Descargar ${format}`,
  print: 'Imprimir',
  chart: (title: string) => `Gráfico: ${title}. La tabla de abajo tiene los mismos datos.`,
  opens: {
    visit: (id: string) => `Ver la visita ${id}`,
    orden: (number: string) => `Ver la OT ${number}`,
    cliente: (number: string) => `Ver el cliente ${number}`,
  },
  behind: {
    /** Begins with what is seen, so that it is found by it. */
    opens: (text: string, column: string, row: string) => `${text}: ver las visitas (${column}, ${row})`,
    title: (column: string, row: string) => `${column} · ${row}`,
    all: 'total',
    visits: (n: number) => (n === 1 ? '1 visita' : `${n.toLocaleString('es-AR')} visitas`),
    shown: (shown: number, n: number) =>
      `${shown.toLocaleString('es-AR')} de ${n.toLocaleString('es-AR')} visitas`,
    more: (n: number) => `Mostrar ${n.toLocaleString('es-AR')} más`,
    none: 'Ya no hay visitas detrás de este número: cambió desde que se generó el reporte.',
    when: 'Cuándo',
    slot: 'Franja',
    zone: 'Zona',
    late: 'Minutos tarde',
    visit: 'Visita',
    status: 'Estado',
    order: 'OT',
    client: 'Cliente',
    technician: 'Técnico',
    loading: 'Buscando las visitas',
    failed: 'No se pudieron buscar las visitas.',
  },
  total: 'Total',
  sortLabel: 'Ordenar por',
  asItCame: 'Como viene',
  /** An arrow is never alone: its word says the same. */
  beside: (trend: Trend | null, before: string) =>
    trend === null ? `antes ${before}` : `${arrows[trend]} ${trendWords[trend]} ${before}`,
  besideDays: (month: string) =>
    `Comparado con ${month} por día de la semana: el primer lunes con el primer lunes. Los promedios son de los días que ya pasaron.`,
  besideRows: (month: string) =>
    `Debajo de cada número, en letra chica, el de ${month}. De dos meses se compara lo que hubo por día.`,
  summary: {
    title: 'Totales',
    share: (rate: string) => `${rate} % de las visitas`,
    perDay: (rate: string) => `${rate} por día`,
    unit: { share: ' %', perDay: ' por día' },
    trend: (trend: Trend, before: string) => `${arrows[trend]} ${trendWords[trend]} ${before}`,
  },
  rowsBefore: (n: number, month: string) => `${n.toLocaleString('es-AR')} en ${month}`,
  noOperations: 'No hay operaciones asignadas para este usuario.',
  noOperationsHint: 'Pedile a un supervisor que te asigne una operación.',
  techs: {
    filter: 'Filtrar por operación',
    all: 'Todas',
    none: 'No hay técnicos en estas operaciones.',
    noneHint: 'Elegí otra operación.',
    pending: (n: number) =>
      n === 0
        ? 'Sin visitas pendientes'
        : n === 1
          ? '1 visita pendiente'
          : `${n.toLocaleString('es-AR')} visitas pendientes`,
    agenda: 'Usa Agenda',
    noAgenda: 'No usa Agenda',
    telegram: 'Usa el bot',
    noTelegram: 'No usa el bot',
    modal: (name: string) => `Visitas pendientes de ${name}`,
    overLimit: (n: number) => `Se muestran las ${n} más antiguas.`,
    date: 'Fecha',
    visit: 'Visita',
    order: 'OT',
    unlink: 'Dar de baja del bot',
    unlinkTitle: 'Dar de baja del bot',
    unlinkText: (name: string) =>
      `${name} deja de recibir avisos por el bot de Telegram y de usarlo, hasta que se vuelva a vincular.`,
    unlinked: 'El usuario fue dado de baja correctamente',
    unlinkFailed: 'Hubo un error dando de baja al usuario',
    back: 'Volver',
  },
} as const;
