import type { ImportKind, ImportSheet } from '../../../machines/wire/import-lines.ts';

const some = (n: number) => n.toLocaleString('es-AR');
const rowsOf = (n: number) => (n === 1 ? '1 fila' : `${some(n)} filas`);
const kinds: Record<ImportKind, string> = { orders: 'OTs', clients: 'Clientes', tickets: 'Tickets' };

/** The words of the screen where a spreadsheet is tried and imported. */
export const importWords = {
  title: 'Importar planilla',
  hint: 'Cargá OTs, clientes o tickets desde un archivo de tu sistema. Primero se prueba: ves fila por fila qué cambiaría, y nada se guarda hasta que lo confirmes.',
  choose: 'Elegir archivo',
  chooseOther: 'Elegir otro',
  drop: 'o soltalo acá',
  dropHere: 'Soltá el archivo',
  accepted:
    'Planilla .xlsx o archivo .csv, hasta 20 MB y 50.000 filas. La primera línea nombra las columnas.',
  columnsTitle: 'Qué columnas se reconocen',
  cells: 'Una columna que falta deja el dato como está; una celda vacía lo vacía.',
  columns: (kind: ImportKind, names: string) => `${kinds[kind]}: ${names}`,
  kind: 'Qué trae',
  byColumns: 'Según sus columnas',
  kinds,
  file: (name: string, size: string) => `${name} (${size})`,
  megabytes: (bytes: number) =>
    bytes < 100_000
      ? `${some(Math.max(1, Math.round(bytes / 1_000)))} kB`
      : `${(bytes / 1e6).toLocaleString('es-AR', { maximumFractionDigits: 1 })} MB`,
  facts: 'Qué se encontró en el archivo',
  found: (kind: ImportKind, rows: number) => `${kinds[kind]}, ${rowsOf(rows)}`,
  content: 'Contenido',
  encoding: 'Codificación',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16',
    'windows-1252': 'Windows-1252',
    workbook: 'Planilla .xlsx',
  } satisfies Record<NonNullable<ImportSheet['encoding']> | 'workbook', string>,
  ignored: 'Columnas que no se usan',
  added: {
    symptom: 'Síntomas que no estaban',
    node: 'Nodos que no estaban',
    order_type: 'Tipos de OT que no estaban',
  },
  more: (n: number) => ` y ${some(n)} más`,

  sending: 'Leyendo el archivo…',
  trying: (done: number, of: number) => `Probando: ${some(done)} de ${rowsOf(of)}`,
  importing: (done: number, of: number) => `Importando: ${some(done)} de ${rowsOf(of)}`,
  stop: 'Detener',
  stopped: 'Se detuvo la prueba. No se guardó nada.',
  tried: 'Prueba lista. Todavía no se guardó nada.',

  filters: 'Mostrar filas',
  outcomes: {
    all: 'Todas',
    created: 'Nuevas',
    changed: 'Cambiadas',
    unchanged: 'Sin cambios',
    refused: 'Rechazadas',
    marked: 'Con marca',
  },
  outcome: {
    created: 'Nueva',
    changed: 'Cambia',
    unchanged: 'Sin cambios',
    refused: 'Rechazada',
  },
  search: 'Buscar en las filas',
  rows: 'Filas del archivo',
  row: (at: number) => `Fila ${some(at)}`,
  noNumber: 'Sin número',
  noRows: 'El archivo no tiene filas debajo del encabezado.',
  noneFound: 'Ninguna fila coincide.',
  noneFoundHint: 'Probá con otra palabra o con otro filtro.',
  shown: (n: number) => (n === 1 ? '1 fila' : `${some(n)} filas`),
  change: (from: string, to: string) => `${from} → ${to}`,
  empty: 'vacío',
  yes: 'sí',
  no: 'no',
  changesOnly: 'cambia',
  mark: 'Se toma, con marca:',

  download: 'Descargar rechazadas',
  refusedFile: (name: string) => `${name.replace(/\.(csv|xlsx|txt)$/i, '')}.errores.csv`,

  submit: (n: number) => `Importar ${rowsOf(n)}`,
  busy: 'Importando…',
  nothing: 'No hay filas nuevas ni cambiadas para importar.',
  wait: 'Esperá a que termine la prueba.',
  question: (n: number) => `¿Importar ${rowsOf(n)}?`,
  happens: (created: number, changed: number) =>
    created === 0
      ? `Se actualizan ${rowsOf(changed)}.`
      : changed === 0
        ? `Se agregan ${rowsOf(created)}.`
        : `Se agregan ${rowsOf(created)} y se actualizan ${some(changed)}.`,
  leftOut: (n: number) =>
    n === 1 ? 'La fila rechazada queda afuera.' : `Las ${some(n)} filas rechazadas quedan afuera.`,
  addsNames: (n: number) =>
    n === 1 ? 'Se agrega 1 nombre a los catálogos.' : `Se agregan ${some(n)} nombres a los catálogos.`,
  atOnce: 'Se ve enseguida en los tableros abiertos, y no se puede deshacer.',
  confirm: 'Importar',
  back: 'Volver',

  done: (created: number, changed: number) =>
    `Importación terminada: ${created === 1 ? '1 nueva' : `${some(created)} nuevas`}, ${changed === 1 ? '1 cambiada' : `${some(changed)} cambiadas`}.`,
  differs: (created: number, changed: number, refused: number) =>
    `La prueba decía ${some(created)} nuevas, ${some(changed)} cambiadas y ${some(refused)} rechazadas: entre una y otra hubo cambios en la agenda.`,
  correct: 'Descargá las rechazadas, corregilas e importá ese archivo.',
  stays: (done: number) =>
    done === 0
      ? 'No se importó ninguna fila. Podés importar el mismo archivo de nuevo.'
      : `Lo que ya se tomó queda: ${rowsOf(done)}. Podés importar el mismo archivo de nuevo, lo que ya está no se repite.`,
  importStopped: 'Se detuvo la importación.',
  cut: 'Se cortó la conexión con el servidor.',
  triedInVain: 'No se guardó nada. Intentá de nuevo.',
  retry: 'Probar de nuevo',
  retryImport: 'Importar de nuevo',
  another: 'Importar otro archivo',
  unreadable:
    'El navegador no pudo leer el archivo. Si está abierto en otro programa, guardalo, cerralo y elegilo de nuevo.',
  problem: 'El archivo no se puede importar',

  leaveTitle: '¿Salir de la importación?',
  leave: 'La importación está en curso. Si salís se detiene: lo que ya se tomó queda.',
  leaveAnyway: 'Salir',
  stay: 'Quedarme',
} as const;
