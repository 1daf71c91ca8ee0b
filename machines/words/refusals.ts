import { isOwnName } from '../wire/own-entry.ts';

/**
 * The closed list of refusals. A refusal is a value: its code is the reason, its text is the spec's to the
 * letter (S1 §5, §8; S2 §5, §8), its status is the HTTP status of contract §3. Unexpected errors are thrown.
 */
export const refusals = {
  // Session and reach
  'no-session': [401, 'Tu sesión venció o no es válida. Por favor ingresá de nuevo.'],
  'wrong-credentials': [401, 'Usuario o contraseña incorrectos.'],
  'temporary-password-expired': [
    401,
    'Tu contraseña temporal venció. Pedile a un administrador que la restablezca.',
  ],
  'password-change-required': [403, 'Antes de seguir tenés que cambiar tu contraseña temporal.'],
  'too-many-attempts': [429, 'Demasiados intentos, por favor pruebe dentro de unos minutos'],
  'too-many-resends': [429, 'Ya reenviaste 30 mensajes en la última hora. Esperá antes de reenviar otro.'],
  'too-much-work': [429, 'Demasiados pedidos en poco tiempo. Esperá un minuto.'],
  'operation-not-assigned': [403, 'No tenés asignada esa operación.'],
  'order-operation-not-assigned': [403, 'No se pueden buscar OTs de operaciones no asignadas'],
  'client-operation-not-assigned': [403, 'No se pueden buscar clientes de operaciones no asignadas'],
  'lives-elsewhere': [421, 'Esa operación está en otra instalación. Usá la dirección de esa instalación.'],
  'other-user': [403, 'Solo podés consultar tu propio usuario.'],

  // Permissions
  'may-not-query-order': [403, 'No posee permisos para consultar OTs'],
  'may-not-query-client': [403, 'No posee permisos para consultar clientes'],
  'may-not-create-visit': [403, 'No posee permisos para crear visitas'],
  'may-not-assign-visit': [403, 'No poseés permisos para asignar visitas'],
  'may-not-finish-visit': [403, 'No poseés permisos para cerrar visitas'],
  'may-not-cancel-visit': [403, 'No poseés permisos para cancelar visitas'],
  'may-not-reschedule-visit': [403, 'No posee permisos para reprogramar visitas'],
  'may-not-resend': [403, 'No poseés permisos para reenviar mensajes.'],
  'may-not-read-reports': [403, 'No poseés permisos para ver reportes.'],
  'not-a-technician': [403, 'Tu usuario no tiene un técnico asociado.'],
  'permission-missing': [403, 'No poseés permisos para realizar esta acción'],

  // What is named does not exist
  'order-unknown': [404, 'OT inexistente'],
  'client-unknown': [404, 'Este cliente no existe'],
  'visit-unknown': [404, 'Visita inexistente'],
  'slot-unknown': [404, 'Franja horaria inexistente'],
  'zone-unknown': [404, 'Zona inexistente'],
  'priority-unknown': [404, 'Prioridad inexistente'],
  'technician-unknown': [404, 'No se pudo obtener el nombre del técnico. Por favor realice otra selección'],
  'reason-unknown': [404, 'Motivo inexistente'],
  'notice-unknown': [404, 'Mensaje inexistente'],
  'ticket-unknown': [404, 'Ticket inexistente'],
  'view-unknown': [404, 'Esa vista no existe o ya fue eliminada.'],
  'attention-unknown': [404, 'Eso ya no está entre lo que necesita atención.'],
  'file-unknown': [404, 'Archivo inexistente'],
  'link-unknown': [404, 'El enlace no es válido o ya venció.'],
  'call-unknown': [404, 'Ese servicio no existe.'],

  // The visit's state does not allow it any more
  'stale-version': [409, 'La visita cambió mientras la estabas mirando.'],
  'already-taken': [409, 'La visita ya está asignada a otro técnico.'],
  'already-yours': [409, 'La visita ya está asignada a vos.'],
  'not-assigned': [409, 'La visita no está asignada.'],
  'assigned-to-other': [403, 'La visita está asignada a otro técnico.'],
  'happened-ahead': [422, 'La hora informada todavía no llegó. Revisá el reloj del dispositivo.'],
  'happened-too-long-ago': [422, 'Pasaron más de 24 horas desde la hora informada.'],
  'not-today': [409, 'Solo se pueden tomar visitas del día de hoy.'],
  'on-the-way-elsewhere': [409, 'Ya vas en camino para otra visita.'],
  'already-on-the-way': [409, 'Ya vas en camino para esta visita.'],
  'arrive-before-on-the-way': [409, "Para marcar 'Llegué' primero tenés que indicar 'Voy en camino'."],
  'already-arrived': [409, 'Ya marcaste que llegaste al domicilio.'],
  'minutes-unknown': [422, 'El atraso puede ser de 15, 30, 45 o 60 minutos, o que no llegás.'],
  'nothing-to-come': [409, 'No tenés visitas por hacer hoy.'],
  'arrival-off': [409, "'Llegué' no está habilitado en tu operación."],
  'arrival-required': [422, "Para cerrar la visita por ausencia primero tenés que indicar 'Llegué'."],
  'not-on-the-way': [409, 'La visita no está en camino.'],
  'on-the-way-not-allowed': [409, "'Voy en camino' no está habilitado en tu operación."],
  'release-on-the-way': [
    409,
    'No se puede desasignar una visita en camino. Si no podes realizar la visita, por favor cancelala.',
  ],
  'release-delayed': [409, 'No se puede desasignar una visita con cierre demorado.'],
  'reassign-on-the-way': [
    409,
    'No se puede desasignar ni cambiar el tecnico de una visita en camino. Si es necesario, cierre la visita.',
  ],
  'reassign-delayed': [409, 'No se puede cambiar el técnico de una visita con cierre demorado.'],
  'reschedule-on-the-way': [
    409,
    'No se puede reprogramar una visita en camino. Si es necesario, cierre la visita.',
  ],
  'reschedule-delayed': [409, 'No se puede reprogramar una visita con cierre demorado.'],
  'delayed-only-closes': [409, 'La visita tiene cierre demorado: solo se puede cerrar o agregarle notas.'],
  'close-before-on-the-way': [409, "Para cerrar la visita primero tenés que indicar 'Voy en camino'."],
  'hours-already-notified': [409, 'El horario de la franja no cambió desde el último aviso.'],
  'no-customers-to-notify': [409, 'La franja no tiene visitas abiertas desde hoy que avisar.'],
  'undo-too-late': [409, 'La visita cambió desde entonces: ya no se puede deshacer.'],
  'undo-expired': [409, 'Pasó el tiempo para deshacer ese cambio.'],
  'visit-closed': [409, 'La visita ya está cerrada.'],
  'not-due': [409, 'Todavía no venció el plazo de la visita.'],

  // A message sent once more
  'notice-waiting': [409, 'Ese mensaje está en cola: se envía solo.'],
  'notice-just-sent': [409, 'Ese mensaje se envió hace menos de un minuto.'],
  'notice-pointless': [409, 'La visita cambió y ese mensaje ya no tiene sentido.'],

  // Creating
  'order-not-open': [409, 'La OT no está abierta: no se pueden crear visitas.'],
  'open-visits': [
    409,
    'Existen visitas abiertas para este cliente. Debe cerrar o editar las visitas pendientes antes de crear nuevas.',
  ],
  'no-slots': [409, 'La operación no posee franjas horarias para crear visitas'],
  'slot-of-other-operation': [422, 'La franja horaria no pertenece a la operación de la OT.'],
  'slot-disabled': [422, 'La franja horaria está deshabilitada.'],
  'zone-of-other-operation': [422, 'La zona no pertenece a la operación de la OT.'],
  'technician-of-other-operation': [
    422,
    'No se pudo obtener el nombre del técnico. Por favor realice otra selección',
  ],
  'order-differs': [422, 'El dato no coincide con el de la OT.'],
  'related-order-unknown': [422, 'Una de las OT relacionadas no existe en la operación.'],
  'day-past': [422, 'La fecha no puede ser anterior a hoy.'],
  'visit-too-far': [422, 'La fecha puede ser hasta 366 días después de hoy.'],
  'day-not-future': [422, 'La nueva fecha debe ser a partir de mañana.'],

  // Places, absences and skills (contract §9, §10)
  'slot-full': [409, 'No quedan lugares en esa franja.'],
  'overbook-reason-required': [422, 'Escribí por qué se supera el cupo, con 5 a 100 caracteres.'],
  'not-one-day': [422, 'Las visitas deben ser de un mismo día y operación.'],
  'technician-absent': [409, 'El técnico no trabaja en esa franja.'],
  'skill-missing': [409, 'El técnico no tiene la habilidad necesaria.'],
  'absence-unknown': [404, 'Ausencia inexistente'],
  'absence-changed': [409, 'La ausencia cambió mientras la estabas editando.'],
  'absence-over': [422, 'La ausencia ya terminó: elegí un día desde hoy.'],
  'absence-days': [422, 'El último día no puede ser anterior al primero.'],
  'absence-technician-fixed': [422, 'No se permite cambiar el técnico una vez creada la ausencia.'],
  'skill-unknown': [422, 'Una de las habilidades no existe en la operación.'],
  'skill-name-taken': [422, 'Dos habilidades no pueden tener el mismo nombre.'],
  'need-unknown': [422, 'Uno de los tipos de OT o de los síntomas no existe.'],
  'need-of-nothing': [422, 'Elegí un tipo de OT, un síntoma o los dos.'],
  'skill-mode-unknown': [422, 'Las habilidades pueden estar apagadas, avisar o impedir.'],
  'skills-changed': [409, 'Las habilidades cambiaron mientras las estabas editando.'],

  // Rescheduling (S2 §5)
  'reschedule-reason-required': [422, 'Debe seleccionar un motivo de la lista'],
  'reschedule-notes-required': [422, 'Debe completar las notas de la reprogramación'],
  'nothing-to-undo': [404, 'No hay un cambio tuyo que se pueda deshacer.'],

  // Saved views (contract §13)
  'view-name-length': [422, 'El nombre de la vista lleva de 2 a 40 caracteres.'],
  'view-name-taken': [422, 'Ya tenés una vista con ese nombre.'],
  'views-full': [409, 'Ya tenés 30 vistas, que es el máximo: eliminá una para guardar otra.'],

  // The user's own account
  'password-wrong': [422, 'La contraseña actual no es correcta.'],
  'password-same': [422, 'La contraseña nueva no puede ser la misma de antes.'],
  'password-short': [422, 'La contraseña nueva debe tener al menos 12 caracteres.'],
  'password-long': [422, 'La contraseña nueva admite hasta 128 caracteres.'],
  'password-personal': [
    422,
    'La contraseña nueva se parece demasiado a tu usuario, a tu nombre o al nombre del sistema.',
  ],
  'password-common': [
    422,
    'Esa contraseña es fácil de adivinar. Probá con varias palabras que no tengan relación entre sí.',
  ],
  'session-unknown': [404, 'Sesión inexistente'],
  'picture-missing': [422, 'Elegí una imagen.'],
  'picture-too-large': [413, 'La imagen es demasiado grande: hasta 5 MB.'],
  'picture-unreadable': [422, 'La imagen no se puede leer. Se aceptan PNG, JPEG y WebP.'],

  'import-missing': [422, 'Elegí un archivo .csv o .xlsx.'],
  'import-too-large': [
    413,
    'El archivo supera los 20 MB. Partilo, o importalo en el servidor con npm run import.',
  ],
  'import-unusable': [422, 'El archivo no se puede importar.'],
  'import-under-way': [429, 'Ya estás probando o importando otro archivo. Esperá a que termine.'],
  'imports-full': [429, 'Hay otras importaciones en curso. Intentá de nuevo en un minuto.'],
  'push-address-invalid': [422, 'El navegador dio una dirección de avisos que no es válida.'],
  'photo-missing': [422, 'Elegí una foto.'],
  'photo-too-large': [422, 'La foto es demasiado grande: hasta 5 MB.'],
  'photo-unreadable': [422, 'La foto no se puede leer. Se aceptan JPEG, PNG y WebP.'],
  'photos-full': [422, 'La visita ya tiene 8 fotos, que es el máximo.'],
  'photo-too-late': [409, 'La visita se cerró hace más de un día: ya no admite fotos.'],
  'photo-known': [409, 'Esa foto ya está en la visita.'],
  'photo-incomplete': [409, 'La foto no llegó entera: se envía de nuevo.'],
  'photos-half-sent': [422, 'Hay demasiadas fotos a medio enviar. Intentá más tarde.'],

  // The chat bot (S2 §5, §8)
  'chat-id-short': [422, 'El Identificador debe tener al menos 5 dígitos'],
  'chat-unknown': [404, 'El numero identificador no existe.'],
  'bot-blocked': [409, 'El bot no puede escribirte: desbloquealo en Telegram e intentá de nuevo.'],
  'bot-off': [409, 'Esta instalación no tiene configurado el bot de Telegram.'],
  'bot-no-answer': [503, 'Telegram no responde en este momento. Intentá de nuevo.'],
  'chat-code-unknown': [
    404,
    'El enlace para vincular no es válido, ya se usó o venció. Abrí tu perfil en la agenda y volvé a tocar «Vincular con un toque».',
  ],
  'bot-not-linked': [409, 'Primero vinculá tu cuenta con el bot de Telegram.'],

  // Closing (S1 §5)
  'reason-required': [422, 'Por favor seleccione un estado de la lista'],
  'repair-code-required': [422, 'Por favor seleccione un tipo de reparación de la lista'],
  'cancel-note-required': [422, 'Por favor escriba un motivo de cancelación'],
  'cannot-derive': [422, 'No se puede derivar service'],
  'release-note-required': [422, 'Debe ingresar el motivo de la desasignación'],
  'items-not-allowed': [422, 'La operación no permite ingresar materiales ni mano de obra.'],
  'items-too-late': [422, 'Pasaron demasiados días desde el cierre de la OT para ingresar materiales.'],
  'items-already-entered': [422, 'La OT ya tiene materiales o mano de obra cargados.'],
  'item-repeated': [422, 'Un material o una tarea está repetido.'],
  'item-unknown': [422, 'Uno de los materiales o tareas no existe en la operación.'],
  'other-order': [422, 'La OT indicada no es la de la visita.'],
  'signature-required': [422, 'Con este motivo se necesita la firma del cliente.'],
  'photo-required': [422, 'Con este motivo se necesita al menos una foto.'],
  'signature-invalid': [422, 'La firma no es una imagen válida.'],

  // Setting up an operation (S2 §5, §8)
  'slot-changed': [409, 'La franja cambió mientras la estabas editando.'],
  'zone-changed': [409, 'La zona cambió mientras la estabas editando.'],
  'priority-changed': [409, 'La prioridad cambió mientras la estabas editando.'],
  'slot-has-visits': [409, 'La franja tiene visitas pendientes.'],
  'node-taken': [409, 'El nodo ya pertenece a otra zona.'],
  'slot-hours-order': [422, 'El horario de inicio no puede ser mayor o igual al de finalización'],
  'company-long': [422, 'El nombre de la empresa puede tener hasta 60 caracteres.'],
  'logo-unreadable': [422, 'El logo debe ser una imagen PNG, JPEG o WebP de hasta 300 kB.'],
  'telephone-country': [422, 'El país de los teléfonos son sus dos letras, como AR.'],
  'telephone-area-code': [422, 'La característica es de hasta 5 dígitos, sin el cero, como 2477.'],
  'whatsapp-number': [
    422,
    'Este número de WhatsApp no se puede usar: escribilo con su característica, como 02477 15-415556.',
  ],
  'company-telephone': [422, 'El teléfono no se puede marcar: escribilo con su característica.'],
  'capacity-range': [422, 'El cupo debe ser un número entero de 1 a 999, o quedar vacío.'],
  'day-capacity-range': [422, 'El cupo de un día debe ser un número entero de 0 a 999, o quedar vacío.'],
  'day-too-far': [422, 'El cupo de un día se puede fijar hasta con dos años de anticipación.'],
  'weekdays-seven': [422, 'El cupo por día de la semana lleva 7 valores, de lunes a domingo.'],
  'slot-hours-range': [422, 'El horario debe estar entre las 7 y las 23 h.'],
  'priority-range': [422, 'La prioridad debe ser un número entero de 0 a 99.'],
  'name-required': [422, 'El nombre es obligatorio.'],
  'operation-required': [422, 'La operación es obligatoria.'],
  'zone-operation-fixed': [422, 'No se permite cambiar la operación una vez creada la zona'],
  'zone-name-taken': [422, 'La operación ya tiene una zona con ese nombre.'],
  'zone-without-nodes': [422, 'Elegí al menos un nodo.'],
  'node-of-other-operation': [422, 'Uno de los nodos no pertenece a la operación de la zona.'],

  // Names of the catalogues
  'name-unknown': [404, 'Ese nombre no existe, o no es de tus operaciones.'],
  'merge-into-itself': [422, 'Elegí otro nombre: no se puede unir un nombre consigo mismo.'],
  'merge-across-operations': [422, 'Los dos nodos tienen que ser de la misma operación.'],
  'already-merged': [409, 'Ese nombre ya se unió con otro.'],
  'name-used-elsewhere': [403, 'El nombre se usa en operaciones que no tenés asignadas.'],
  'too-many-to-merge': [409, 'El nombre tiene demasiadas OT para unirlo de una vez.'],
  'merge-not-undoable': [409, 'Esa unión ya no se puede deshacer.'],

  // Accounts, for administrators
  'user-unknown': [404, 'Usuario inexistente'],
  'user-changed': [409, 'La cuenta cambió mientras la estabas editando.'],
  'username-taken': [422, 'Ya hay un usuario con ese nombre.'],
  'operation-unknown': [422, 'Una de las operaciones no existe.'],
  'own-account': [409, 'No podés desactivar tu propia cuenta.'],
  'own-permission': [409, 'No podés quitarte el permiso de administrar usuarios.'],
  'own-password': [409, 'Tu propia contraseña se cambia desde tu perfil.'],
  'last-administrator': [
    409,
    'Es la última persona activa que administra usuarios: dale antes ese permiso a otra.',
  ],
  'technician-has-visits': [409, 'El técnico tiene visitas abiertas: reasignalas o cerralas antes.'],
  'retention-changed': [409, 'Otra persona cambió la conservación mientras la estabas editando.'],
  'retention-range': [422, 'Los datos se conservan sin límite o por un número entero de meses, de 6 a 240.'],
  'user-inactive': [409, 'La cuenta está desactivada: activala antes de restablecer la contraseña.'],

  // The customer's conversation
  'conversation-changed': [409, 'La configuración cambió mientras la estabas editando.'],
  'arrival-mode-unknown': [422, "'Llegué' puede estar apagado, ofrecido o exigido."],
  'position-invalid': [422, 'La posición no es válida.'],
  'notice-hours-range': [422, 'La anticipación debe ser un número entero de 0 a 168 horas.'],
  'changes-range': [422, 'La cantidad de cambios debe ser un número entero de 0 a 10.'],
  'replies-off': [409, 'Esta visita no se puede gestionar desde acá. Comunicate con nosotros.'],
  'at-home-too-early': [409, 'Todavía falta para la visita.'],
  'reply-on-the-way': [409, 'El técnico ya está en camino. Si no vas a estar, comunicate con nosotros.'],
  'reply-too-late': [
    409,
    'Ya no se puede hacer desde acá: falta poco para la visita. Comunicate con nosotros.',
  ],
  'changes-used': [409, 'Ya cambiaste esta visita todas las veces que se puede. Comunicate con nosotros.'],
  'visit-moved': [409, 'La visita cambió mientras la mirabas. Revisá la fecha y volvé a intentar.'],
  'choose-a-day': [422, 'Elegí uno de los días y horarios que se ofrecen.'],
  'choose-an-answer': [422, 'Elegí una respuesta.'],
  'question-off': [409, 'La encuesta de esta visita no está disponible.'],
  'question-too-early': [409, 'La visita todavía no terminó.'],
  'question-answered': [409, 'Ya respondiste. ¡Gracias!'],

  // Outgoing webhooks
  'webhook-unknown': [404, 'Webhook inexistente'],
  'delivery-unknown': [404, 'Envío inexistente'],
  'webhook-changed': [409, 'El webhook cambió mientras lo estabas editando.'],
  'webhook-off': [409, 'El webhook está apagado: encendelo para reenviar.'],
  'delivery-under-way': [409, 'Ese envío se está haciendo en este momento.'],
  'webhook-url': [
    422,
    'La dirección debe ser completa, empezar con https:// y no llevar usuario, contraseña ni #.',
  ],
  'webhook-https-required': [422, 'La dirección debe empezar con https://.'],
  'webhook-without-events': [422, 'Elegí al menos un evento.'],
  'webhook-without-operations': [422, 'Elegí al menos una operación.'],

  // Input and failures
  'search-too-short': [422, 'Escribí al menos 3 caracteres'],
  'check-the-data': [422, 'Por favor verifique los datos ingresados'],
  'key-reused': [422, 'La clave de idempotencia ya se usó con otros datos.'],
  'body-too-large': [413, 'El envío es demasiado grande.'],
  'post-only': [405, 'Este servicio se pide con POST.'],
  'not-json': [415, 'El contenido debe ser JSON.'],
  'cross-site': [403, 'El pedido viene de otro sitio y fue rechazado.'],
  unavailable: [503, 'El servicio no está disponible en este momento. Intentá de nuevo.'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type RefusalCode = keyof typeof refusals;

/** Settings that a refusal may be about, besides visits: shown as they are now with a 409. */
export type Setting = {
  kind:
    | 'slot'
    | 'zone'
    | 'priority'
    | 'conversation'
    | 'webhook'
    | 'user'
    | 'retention'
    | 'absence'
    | 'skills';
  id: number;
};

/** `fields` names each wrong field (422); `visitId` and `setting` are what to show as it is now (409). */
export type Refusal = {
  refused: true;
  code: RefusalCode;
  status: number;
  text: string;
  fields?: Record<string, string>;
  visitId?: number;
  setting?: Setting;
  retryAfterSeconds?: number;
  /** The places that are left in a slot without enough of them. */
  left?: number;
};

export function refuse(
  code: RefusalCode,
  more: Partial<Pick<Refusal, 'fields' | 'visitId' | 'setting' | 'retryAfterSeconds' | 'text' | 'left'>> = {},
): Refusal {
  const [status, text] = refusals[code];
  return { refused: true, code, status, text, ...more };
}

/** A refusal about one field of the input, which says so beside it too (contract §3). */
export function refuseField(code: RefusalCode, field: string): Refusal {
  const refusal = refuse(code);
  return { ...refusal, fields: { [field]: refusal.text } };
}

export const isRefusalCode = (text: string): text is RefusalCode => isOwnName(refusals, text);

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { refused?: unknown }).refused === true;
}
