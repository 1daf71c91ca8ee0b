export const loginWords = {
  title: 'Ingresar a Agenda técnica',
  user: 'Usuario',
  password: 'Contraseña',
  submit: 'Ingresar',
  busy: 'Espere...',
  demo: 'Esta es una demostración. Podés entrar como jefe, sac, sac2, tecnico, tecnico2, otro o nuevo con la contraseña agenda-demo.',
  noAnswer: 'No se pudo obtener respuesta del servidor. Intentá de nuevo.',
} as const;
