/** A page that says what went wrong without any of the screens, which may be what failed. */
export const plainErrorPage = (text: string): string =>
  `<!doctype html><html lang="es-AR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Agenda técnica</title><body style="font-family:system-ui;margin:3rem auto;max-width:32rem;padding:0 1rem"><h1 style="font-size:1.25rem">Agenda técnica</h1><p role="alert">${text}</p><p><a href="">Reintentar</a> · <a href="/">Volver al inicio</a></p>`;
