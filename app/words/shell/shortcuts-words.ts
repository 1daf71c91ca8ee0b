export const shortcutsWords = {
  title: 'Atajos de teclado',
  singleKeys: 'Usar atajos de una sola tecla',
  singleKeysHint: 'Si usás dictado por voz o las teclas se te escapan, podés apagarlos.',
  groups: [
    {
      title: 'En cualquier pantalla',
      keys: [
        ['Ctrl + K o /', 'Buscar una OT, un cliente, una visita o una pantalla'],
        ['?', 'Mostrar estos atajos'],
        ['Esc', 'Cerrar el diálogo, el panel o la tarjeta'],
        ['O', 'En el panel de un cliente: ofrecer un lugar para su próxima OT sin visita'],
        ['Ctrl + Z', 'Deshacer el último cambio, dentro de los 20 segundos'],
      ],
    },
    {
      title: 'En el tablero',
      keys: [
        ['A', 'Mostrar u ocultar el listado de órdenes'],
        ['J', 'Semana siguiente'],
        ['K', 'Semana anterior'],
        ['H', 'Volver a la semana de hoy'],
        ['P', 'Mostrar o achicar los días que pasaron'],
        ['← ↑ → ↓', 'Moverse por la semana o por el listado'],
        ['Enter', 'Abrir la visita, la franja o la OT, o generar una visita en «+»'],
        ['Tab', 'De una visita a su tarjeta: dirección, teléfono y acciones'],
      ],
    },
    {
      title: 'En el día por técnico',
      keys: [
        ['J, K y H', 'Día siguiente, día anterior y hoy'],
        ['M', 'Mover la visita a otro técnico, franja o lugar'],
        ['Mayús + ← →', 'Mover la visita a la franja de al lado'],
        ['Mayús + ↑ ↓', 'Mover la visita al técnico de arriba o de abajo'],
        ['Alt + ↑ ↓', 'Cambiar el orden de la recorrida'],
        ['Espacio o Ctrl + clic', 'Elegir varias visitas'],
      ],
    },
    {
      title: 'En el detalle de una franja',
      keys: [['Mayús + clic o espacio', 'Seleccionar un tramo de visitas']],
    },
  ],
} as const;
