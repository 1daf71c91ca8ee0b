/** How far a technician's phone is prepared for a place without a signal: one line of 390 points each. */
export const noSignalWords = {
  lacksDay: 'Para trabajar sin señal falta guardar tu día…',
  lacksClosing: 'Para trabajar sin señal falta guardar los cierres…',
  ready: 'Listo para trabajar sin señal',
  readyButItems: 'Listo para trabajar sin señal, salvo cargar materiales',
  impossible: 'Este navegador no permite trabajar sin señal',
} as const;
