/** The demo's catalogues (contract §4, §7), shared by all operations. */

export type Reason = {
  value: number;
  text: string;
  cancels: boolean;
  finalizes: boolean;
  finalizesOrder: boolean;
  derives: boolean;
  reschedules: boolean;
  responsible: 'cliente' | 'empresa' | 'terceros' | null;
  /** The derivation: 1 Redes, 2 Contratista; absent: not stated (S1 §5). */
  derivationType?: 1 | 2;
  /** The customer's own step by the link that gets this reason. */
  customerStep?: 'change' | 'cancel';
  /** The customer was not at home. */
  absence: boolean;
};

const nothing = {
  cancels: false,
  finalizes: false,
  finalizesOrder: false,
  derives: false,
  reschedules: false,
  absence: false,
};
const finalizing = (value: number, text: string, more: Partial<Reason> = {}): Reason => ({
  ...nothing,
  value,
  text,
  finalizes: true,
  responsible: null,
  ...more,
});
const owner = { cliente: 'del cliente', empresa: 'de la empresa', terceros: 'de terceros' } as const;
const cancelling = (value: number, who: keyof typeof owner, why: string, reschedules = false): Reason => ({
  ...nothing,
  value,
  text: `Responsabilidad ${owner[who]}: ${why}`,
  cancels: true,
  reschedules,
  responsible: who,
});

/** Values 1, 14 and 17 are states, never reasons. */
export const reasons: readonly Reason[] = [
  finalizing(6, 'Concluida', { finalizesOrder: true }),
  finalizing(7, 'Concluida sin cerrar la OT: requiere otra visita'),
  finalizing(8, 'Concluida sin cerrar la OT: faltan materiales'),
  finalizing(9, 'Derivada a Redes', { derives: true, derivationType: 1 }),
  finalizing(10, 'Derivada a Contratista', { derives: true, derivationType: 2 }),
  finalizing(11, 'Concluida: resuelta antes de llegar', { finalizesOrder: true }),
  { ...cancelling(20, 'cliente', 'ausente en el domicilio'), absence: true },
  cancelling(21, 'cliente', 'no permite el ingreso'),
  { ...cancelling(22, 'cliente', 'desiste del servicio'), customerStep: 'cancel' },
  cancelling(23, 'cliente', 'domicilio incorrecto'),
  { ...cancelling(24, 'cliente', 'solicita otra fecha', true), customerStep: 'change' },
  { ...cancelling(25, 'cliente', 'ausente, se coordina nueva fecha', true), absence: true },
  cancelling(30, 'empresa', 'falta de materiales'),
  cancelling(31, 'empresa', 'error en la carga de la OT'),
  cancelling(32, 'empresa', 'OT duplicada'),
  cancelling(33, 'empresa', 'falta de tiempo', true),
  cancelling(34, 'empresa', 'móvil fuera de servicio', true),
  cancelling(40, 'terceros', 'corte de energía en la zona'),
  cancelling(41, 'terceros', 'zona insegura o sin acceso'),
  cancelling(42, 'terceros', 'condiciones climáticas', true),
  cancelling(43, 'terceros', 'el consorcio no autoriza el ingreso', true),
  { ...nothing, value: 50, text: 'Espera llamado del cliente', responsible: null },
  { ...nothing, value: 51, text: 'Espera asistencia de Redes', responsible: null },
];

export const orderTypes = [
  { value: 1, text: 'Instalación' },
  { value: 2, text: 'Service' },
  { value: 3, text: 'Reclamo' },
  { value: 4, text: 'Retiro de equipos' },
  { value: 5, text: 'Cambio de domicilio' },
  { value: 6, text: 'Cambio de plan' },
] as const;

/** Each symptom with its default priority and its order types. */
export const symptoms = [
  { id: 1, text: 'Sin servicio de internet', priority: 90, types: [2, 3] },
  { id: 2, text: 'Internet lento', priority: 55, types: [2, 3] },
  { id: 3, text: 'Cortes intermitentes', priority: 72, types: [2, 3] },
  { id: 4, text: 'Sin señal de TV', priority: 80, types: [2, 3] },
  { id: 5, text: 'TV pixelada', priority: 48, types: [2] },
  { id: 6, text: 'WiFi con poco alcance', priority: 25, types: [2] },
  { id: 7, text: 'Cable cortado en la acometida', priority: 86, types: [2, 3] },
  { id: 8, text: 'Módem no enciende', priority: 76, types: [2] },
  { id: 9, text: 'Decodificador con error', priority: 44, types: [2] },
  { id: 10, text: 'Sin tono telefónico', priority: 62, types: [2] },
  { id: 11, text: 'Baja potencia óptica', priority: 74, types: [2] },
  { id: 12, text: 'Cable caído en la vía pública', priority: 99, types: [3] },
  { id: 13, text: 'Alta de servicio', priority: 58, types: [1] },
  { id: 14, text: 'Alta con fibra nueva en la cuadra', priority: 50, types: [1] },
  { id: 15, text: 'Retiro de equipos por baja', priority: 12, types: [4] },
  { id: 16, text: 'Traslado de servicio', priority: 40, types: [5] },
  { id: 17, text: 'Cambio de equipo por plan nuevo', priority: 22, types: [6] },
] as const;

export const repairCodes = [
  { code: 'R01', text: 'Reemplazo de conector' },
  { code: 'R02', text: 'Reemplazo de drop' },
  { code: 'R03', text: 'Reemplazo de módem u ONT' },
  { code: 'R04', text: 'Reemplazo de decodificador' },
  { code: 'R05', text: 'Reconfiguración de equipo' },
  { code: 'R06', text: 'Fusión o empalme' },
  { code: 'R07', text: 'Ajuste de niveles' },
  { code: 'R08', text: 'Problema eléctrico del domicilio' },
  { code: 'R09', text: 'Sin falla al momento de la visita' },
  { code: 'R10', text: 'Instalación completa' },
  { code: 'R11', text: 'Retiro completo' },
  { code: 'R12', text: 'Retiro parcial' },
] as const;

export const materials = [
  ['CAB-RG6', 'Cable coaxil RG6 (metros)'],
  ['DROP-FO1', 'Drop de fibra 1 pelo (metros)'],
  ['UTP-C6', 'Cable UTP categoría 6 (metros)'],
  ['CON-F', 'Conector F a compresión'],
  ['CON-SCA', 'Conector SC/APC mecánico'],
  ['CON-RJ45', 'Ficha RJ45'],
  ['ROS-OPT', 'Roseta óptica'],
  ['DIV-2', 'Divisor de 2 vías'],
  ['DIV-4', 'Divisor de 4 vías'],
  ['GRA-8', 'Grampa de pared 8 mm'],
  ['PRE-ACO', 'Preformado para acometida'],
  ['TEN-PLA', 'Tensor plástico'],
  ['ONT-AC', 'ONT WiFi AC'],
  ['ONT-AX', 'ONT WiFi 6'],
  ['MOD-D31', 'Módem DOCSIS 3.1'],
  ['DEC-HD', 'Decodificador HD'],
  ['DEC-4K', 'Decodificador 4K'],
  ['REP-MESH', 'Repetidor mesh'],
  ['FUE-12', 'Fuente 12 V 1,5 A'],
  ['CTL-REM', 'Control remoto'],
] as const;

export const labors = [
  ['MO-INS', 'Instalación domiciliaria'],
  ['MO-BOC', 'Boca adicional de TV'],
  ['MO-DRP', 'Tendido de acometida'],
  ['MO-FUS', 'Fusión de fibra'],
  ['MO-CFG', 'Configuración de equipo'],
  ['MO-RET', 'Retiro de equipos'],
  ['MO-TRA', 'Traslado interno'],
  ['MO-ALT', 'Trabajo en altura'],
] as const;

export const services = [
  'Internet 50 Mb',
  'Internet 100 Mb',
  'Internet 300 Mb',
  'Internet 600 Mb',
  'TV Clásica',
  'TV HD',
  'Pack Fútbol',
  'Telefonía fija',
  'IP fija',
  'Repetidor mesh',
] as const;

export type OperationPlan = {
  code: string;
  name: string;
  onTheWayAllowed: boolean;
  autoReleaseMinutes: number | null;
  allowEnterMaterialsAndLabors: boolean;
  canCloseOrder: boolean;
  /** Starts and ends of its slots, whole local hours. */
  slots: readonly (readonly [number, number])[];
  zones: readonly string[];
  /** Visits of a working day, minimum and maximum. */
  daily: readonly [number, number];
  technicians: number;
  clients: number;
  areaCode: string;
  /** Whether its customers may reply by their link. */
  conversation?: boolean;
  /** The name that its customers know, with the demo's logo. */
  company?: string;
  /** 'Cupo' of its first slot: more than a usual day has. */
  firstSlotCapacity?: number;
};

/**
 * The first is the largest and works until the last possible hour of a slot, so that the demo has pending
 * visits at any time of day; `jefe` has all but the fifth, which is `otro`'s; the last has no slots.
 */
export const operationPlans: readonly OperationPlan[] = [
  {
    code: '114',
    name: 'Pergamino',
    onTheWayAllowed: true,
    autoReleaseMinutes: null,
    allowEnterMaterialsAndLabors: true,
    canCloseOrder: true,
    slots: [
      [8, 10],
      [10, 12],
      [12, 14],
      [14, 17],
      [17, 20],
      [20, 23],
    ],
    zones: ['Centro', 'Norte', 'Sur', 'Acevedo', 'Barrio Parque', 'Ruta 8'],
    daily: [57, 66],
    technicians: 12,
    clients: 2600,
    areaCode: '2477',
    company: 'Cable Pergamino',
  },
  {
    code: '127',
    name: 'Junín',
    onTheWayAllowed: true,
    autoReleaseMinutes: null,
    allowEnterMaterialsAndLabors: true,
    canCloseOrder: true,
    slots: [
      [8, 10],
      [10, 12],
      [12, 14],
      [14, 16],
      [16, 18],
    ],
    zones: ['Centro', 'Villa Belgrano', 'Las Morochas', 'Los Almendros'],
    daily: [29, 39],
    technicians: 8,
    clients: 1700,
    areaCode: '236',
    firstSlotCapacity: 16,
  },
  {
    code: '203',
    name: 'Tandil',
    onTheWayAllowed: true,
    autoReleaseMinutes: 45,
    allowEnterMaterialsAndLabors: true,
    canCloseOrder: true,
    slots: [
      [9, 11],
      [11, 13],
      [14, 16],
      [16, 18],
    ],
    zones: ['Centro', 'Villa Italia', 'La Movediza', 'Falucho', 'Cerrito'],
    daily: [27, 38],
    technicians: 8,
    clients: 1600,
    areaCode: '249',
    conversation: true,
    company: 'Cable Tandil',
  },
  {
    code: '235',
    name: 'Azul',
    onTheWayAllowed: false,
    autoReleaseMinutes: null,
    allowEnterMaterialsAndLabors: false,
    canCloseOrder: true,
    slots: [
      [8, 11],
      [11, 14],
      [14, 17],
      [17, 20],
    ],
    zones: ['Centro', 'Villa Piazza', 'San Martín', 'Monte Viggiano'],
    daily: [26, 36],
    technicians: 7,
    clients: 1500,
    areaCode: '2281',
  },
  {
    code: '342',
    name: 'Villa María',
    onTheWayAllowed: true,
    autoReleaseMinutes: null,
    allowEnterMaterialsAndLabors: true,
    canCloseOrder: true,
    slots: [
      [8, 10],
      [10, 12],
      [12, 14],
      [14, 16],
      [16, 18],
      [18, 20],
    ],
    zones: ['Centro', 'Villa Nueva', 'Las Playas', 'Bello Horizonte', 'Carlos Pellegrini'],
    daily: [28, 40],
    technicians: 8,
    clients: 1700,
    areaCode: '353',
  },
  {
    code: '418',
    name: 'Río Tercero',
    onTheWayAllowed: true,
    autoReleaseMinutes: null,
    allowEnterMaterialsAndLabors: true,
    canCloseOrder: true,
    slots: [],
    zones: ['Centro', 'Cerino', 'Villa Zoila', 'Media Luna'],
    daily: [0, 0],
    technicians: 3,
    clients: 400,
    areaCode: '3571',
  },
];

/** '8 a 10' */
export const slotName = ([from, to]: readonly [number, number]) => `${from} a ${to}`;
