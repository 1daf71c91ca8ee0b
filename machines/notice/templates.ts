export type Audience = 'customer' | 'technician' | 'supervisor';

type TemplateRow = {
  audience: Audience;
  /** Sent once per visit; else once per change that decides it. */
  once: boolean;
  /** Its name in a visit's history. */
  label: string;
};

/** The messages that leave the installation (contract §6); their texts are in workers/messages. */
export const templates = {
  'on-the-way': { audience: 'customer', once: false, label: 'Técnico en camino' },
  'running-late': { audience: 'customer', once: false, label: 'Técnico atrasado' },
  'visit-created': { audience: 'customer', once: true, label: 'Visita agendada' },
  'visit-rescheduled': { audience: 'customer', once: true, label: 'Visita reprogramada' },
  'visit-hours': { audience: 'customer', once: false, label: 'Horario nuevo' },
  'visit-reminder': { audience: 'customer', once: true, label: 'Recordatorio de la visita' },
  'visit-question': { audience: 'customer', once: true, label: 'Pregunta al cliente' },
  'technician-assigned': { audience: 'technician', once: false, label: 'Visita asignada' },
  'technician-changed': { audience: 'technician', once: false, label: 'Visita cambiada' },
  'technician-removed': { audience: 'technician', once: false, label: 'Visita quitada' },
  'supervisor-taken': { audience: 'supervisor', once: false, label: 'Visita tomada' },
  'supervisor-released': { audience: 'supervisor', once: false, label: 'Visita liberada' },
  'supervisor-on-the-way': { audience: 'supervisor', once: false, label: 'Técnico en camino' },
  'supervisor-closed': { audience: 'supervisor', once: false, label: 'Visita cerrada' },
  'supervisor-cancelled': { audience: 'supervisor', once: false, label: 'Visita cancelada' },
  'supervisor-auto-released': { audience: 'supervisor', once: false, label: 'Liberada automáticamente' },
  'supervisor-delayed': { audience: 'supervisor', once: false, label: 'Cierre demorado' },
} as const satisfies Record<string, TemplateRow>;

export type Template = keyof typeof templates;
export type SupervisorTemplate = Extract<Template, `supervisor-${string}`>;
export const templateNames = Object.keys(templates) as Template[];

/** Those that a user may send once more: to customers and technicians. Supervisors' messages report what happened. */
export const resendable = templateNames.filter((name) => templates[name].audience !== 'supervisor');

export const isTemplate = (name: string): name is Template => Object.hasOwn(templates, name);

/**
 * A message's idempotency key: decided twice under one key it is sent once. `version`: the visit's, after the change.
 * @param again a user asked for it once more
 */
export const noticeKey = (template: Template, visitId: number, version: number, again = false): string =>
  templates[template].once && !again ? `${template}.${visitId}` : `${template}.${visitId}.${version}`;
