const steps = {
  take: 'Tomar',
  release: 'Liberar',
  onTheWay: 'Voy en camino',
  arrive: 'Llegué',
  call: 'Llamada al cliente',
  late: 'Voy atrasado',
  finish: 'Cerrar visita',
  photo: 'Foto',
} as const;

/** What a technician did without a signal. */
export const pendingWords = {
  mark: (when: string) => `pendiente de envío · ${when}`,
  refused: 'no se pudo enviar',
  title: (n: number) => `Pendientes de envío (${n})`,
  waits: 'Sin conexión. Seguí trabajando: todo se envía solo cuando vuelva la señal.',
  sends: 'Todavía no hay respuesta del servidor. Se sigue intentando solo.',
  sendsPhotos: 'Enviando las fotos. Podés seguir trabajando.',
  refusedCount: (n: number) =>
    n === 1
      ? 'Una acción no se pudo aplicar. Mirá por qué.'
      : `${n} acciones no se pudieron aplicar. Mirá por qué.`,
  none: 'No hay nada pendiente de envío.',
  noRoom:
    'El teléfono no tiene lugar para guardar lo que hiciste. No cierres esta pantalla hasta que se envíe.',
  unsaved: 'No se pudo guardar en este teléfono lo que hiciste. No cierres esta pantalla hasta que se envíe.',
  photoLost: 'La foto ya no está en este teléfono.',
  sendNow: 'Enviar ahora',
  at: (when: string) => `Hecho: ${when}`,
  held: 'Espera a que se resuelva lo anterior de esta visita.',
  discard: (waiting: number) => (waiting === 0 ? 'Descartar' : `Descartar (${waiting + 1})`),
  retry: 'Reintentar',
  see: 'Ver la visita',
  close: 'Cerrar',
  signOut: (n: number) =>
    `${n === 1 ? 'Hay 1 acción sin enviar.' : `Hay ${n} acciones sin enviar.`} Quedan guardadas en este teléfono y se envían cuando vuelvas a ingresar.`,
  signOutAnyway: 'Salir igual',
  stay: 'Volver',
  steps,
  arrived: (step: keyof typeof steps, order: string) => `Se envió: ${steps[step]} · OT ${order}`,
  kept: 'Sin señal: el cierre quedó pendiente de envío.',
} as const;
