export const loginWords = {
  title: 'Ingresar a Agenda técnica',
  user: 'Usuario',
  password: 'Contraseña',
  submit: 'Ingresar',
  busy: 'Espere...',
  demo: 'Esta es una demostración. Podés entrar como jefe, sac, tecnico, tecnico2, otro o nuevo con la contraseña agenda-demo.',
  noAnswer: 'No se pudo obtener respuesta del servidor. Por favor intente nuevamente.',
} as const;
