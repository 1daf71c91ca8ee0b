/** The Spanish of the map. */
export const mapWords = {
  label: (day: string) => `Mapa de las visitas, ${day}`,
  list: (day: string) => `Lista del mapa, ${day}`,
  canvas: 'Mapa: las flechas lo mueven, + y - lo acercan y alejan. La lista tiene todo lo que muestra.',
  loading: 'Cargando el mapa…',
  failed: 'No se pudo obtener el mapa.',
  retry: 'Reintentar',
  noDrawing: 'Este equipo no puede dibujar el mapa',
  noDrawingHint: 'La lista tiene todo lo que el mapa mostraría.',
  noServer: 'El servidor de mapas no responde: se muestra el plano simple.',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  whole: 'Ver todo',
  box: 'Elegir con un recuadro (Mayúscula y arrastrar)',
  lasso: 'Elegir con un lazo',
  choose: (visit: string) => `Elegir ${visit}`,
  hint: 'Espacio elige la visita, M la mueve.',
  approximate: 'aprox.',
  approximateTitle: 'Ubicación aproximada: el centro de su nodo.',
  noPlace: 'sin ubicación',
  legend: 'Referencias',
  pendingOrder: 'OT pendiente',
  coloursLegend: 'Un color por técnico; el número es el orden de su recorrida.',
  clustersLegend: 'Un círculo oscuro agrupa visitas; con borde rojo, hay alguna demorada.',
  pending: 'OT pendientes',
  leftOut: (n: number) =>
    n === 1
      ? 'Hay 1 OT más: el mapa muestra las más antiguas.'
      : `Hay ${n} OT más: el mapa muestra las más antiguas.`,
  order: (shown: string, number: string) => `${shown}, OT ${number}`,
  visit: (id: number) => `visita #${id}`,
} as const;
