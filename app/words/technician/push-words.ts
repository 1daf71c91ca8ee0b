/** Push messages on a technician's phone. */
export const pushWords = {
  section: 'Avisos en este teléfono',
  label: 'Avisarme en este teléfono',
  hint: 'Cuando te asignan, cancelan o quitan una visita, y cuando el cliente está en casa. Hasta que cierres la sesión.',
  none: 'Este navegador no recibe avisos. En un iPhone, agregá la agenda a la pantalla de inicio y abrila desde ahí.',
  blocked: 'El navegador los tiene bloqueados para esta página: se permiten en su configuración.',
  offer:
    '¿Querés que este teléfono te avise cuando te asignan o cancelan una visita, aunque la agenda esté cerrada?',
  accept: 'Sí, avisarme',
  notNow: 'Ahora no',
  isOn: 'Este teléfono te va a avisar.',
  isOff: 'Este teléfono ya no te avisa.',
  failed: 'No se pudo activar o desactivar. Verificá tu conexión e intentá de nuevo.',
} as const;
