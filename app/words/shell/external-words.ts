export const externalWords = {
  title: 'Información de la visita',
  /** In place of 'Visita agendada', once the customer has confirmed it. */
  confirmedState: 'Visita confirmada',
  state: {
    scheduled: 'Visita agendada',
    onTheWay: 'En camino',
    arrived: 'En tu domicilio',
    delayed: 'Visita demorada',
    finished: 'Concluida',
    cancelled: 'Cancelada',
    rescheduled: 'Reprogramada',
  },
  steps: 'Pasos de la visita',
  step: { scheduled: 'Agendada', onTheWay: 'En camino', finished: 'Concluida' },
  stepDone: 'listo',
  when: (day: string, from: number, to: number) => `${day}, entre ${from} y ${to} h`,
  order: 'Orden',
  symptom: 'Motivo',
  orderedOn: 'Pedida el',
  services: 'Servicios',
  service: ({ quantity, name }: { quantity: number; name: string }) =>
    quantity === 1 ? name : `${quantity} × ${name}`,
  where: 'Dónde',
  work: 'Para qué',
  /** The kinds of order in a customer's words; one that is not here keeps its own. */
  works: new Map([
    ['instalación', 'Instalación del servicio'],
    ['service', 'Revisión del servicio'],
    ['reclamo', 'Solución de tu reclamo'],
    ['retiro de equipos', 'Retiro de los equipos'],
    ['cambio de domicilio', 'Traslado del servicio a tu domicilio'],
    ['cambio de plan', 'Cambio de tu plan'],
  ]),
  call: (company: string) => `Llamar a ${company}`,
  moved: 'Tu visita fue reprogramada. Estos son el día y el horario nuevos.',
  next: {
    scheduled: (_: string | null) =>
      'El técnico va a ir a tu domicilio en ese horario. Esta página cambia sola cuando salga para allá.',
    scheduledOnly: (_: string | null) => 'El técnico va a ir a tu domicilio en ese horario.',
    onTheWay: (technician: string | null) =>
      `${technician ?? 'El técnico'} está yendo a tu domicilio. Esta página cambia sola cuando termine el trabajo.`,
    arrived: (technician: string | null) =>
      `${technician ?? 'El técnico'} ya llegó a tu domicilio. Esta página cambia sola cuando termine el trabajo.`,
    delayed: (_: string | null) =>
      'El horario terminó y la visita todavía no se cerró. Si nadie fue a tu domicilio, comunicate con atención al cliente.',
    finished: (_: string | null) =>
      'El técnico terminó la visita. Si algo no quedó bien, comunicate con atención al cliente.',
    cancelled: (_: string | null) =>
      'La visita no se va a hacer. Para coordinar otra, comunicate con atención al cliente.',
    rescheduled: (_: string | null) => 'La visita cambia de día. Te vamos a avisar cuando tenga fecha nueva.',
  },
  conversation: {
    title: '¿Vas a estar?',
    /** Where the customer has answered that already. */
    changesTitle: '¿Cambió algo?',
    confirm: 'Confirmo',
    confirmed: 'Confirmaste la visita. ¡Gracias!',
    chosen: 'Elegiste este día y este horario. No hace falta que confirmes.',
    change: 'Necesito cambiarla',
    cancel: 'Cancelar la visita',
    moment: (day: string, time: string) => `${day} a las ${time}`,
    until: (limit: string) => `Podés cambiarla o cancelarla hasta el ${limit}.`,
    changesLeft: (n: number) => (n === 1 ? 'Te queda 1 cambio.' : `Te quedan ${n} cambios.`),
    /** Neither is possible any more. */
    tooLate: 'Para cambiarla o cancelarla, comunicate con nosotros: ya falta poco.',
    changeTitle: 'Elegí otro día',
    day: 'Día',
    slot: 'Horario',
    hours: (from: number, to: number) => `de ${from} a ${to} h`,
    left: (n: number) => (n === 1 ? 'queda 1 lugar' : `quedan ${n} lugares`),
    noDays: 'No hay días para ofrecerte. Comunicate con atención al cliente.',
    doChange: 'Cambiar la visita',
    cancelTitle: '¿Cancelar la visita?',
    cancelText: 'Nadie va a ir a tu domicilio. Si todavía la necesitás, es mejor cambiarla de día.',
    doCancel: 'Sí, cancelar la visita',
    back: 'Volver',
    failed: 'No se pudo enviar. Revisá tu conexión y volvé a intentar.',
    question: '¿Quedó resuelto?',
    yes: 'Sí',
    no: 'No',
    thanksYes: 'Nos alegra. ¡Gracias por responder!',
    thanksNo: 'Gracias por contarnos. Si necesitás otra visita, comunicate con atención al cliente.',
  },
  late: (minutes: number, slot: string) =>
    minutes === 0
      ? 'El técnico avisó que no va a poder llegar en este horario. Te vamos a contactar para coordinar la visita.'
      : `El técnico avisó que va unos ${minutes} minutos atrasado: estima llegar ${slot}.`,
  atHome: {
    press: 'Estoy en casa',
    hint: 'Avisale al técnico que hay alguien para recibirlo.',
    said: 'Avisaste que estás en casa. El técnico ya lo ve.',
  },
  technician: 'Técnico',
  lost: 'Sin conexión, reintentando',
  toLogin: (seconds: number) =>
    seconds === 1
      ? 'En 1 segundo vas a la pantalla de ingreso.'
      : `En ${seconds} segundos vas a la pantalla de ingreso.`,
  toLoginSoon: 'En unos segundos vas a la pantalla de ingreso.',
  goNow: 'Ir ahora',
  hint: 'Si llegaste por un mensaje, abrí el enlace completo, tal como lo recibiste.',
} as const;
