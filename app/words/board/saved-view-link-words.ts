/** Of a saved view's link: apart from the other words of views, which a phone's first load does without. */
export const savedViewLinkWords = {
  screen: 'Vistas',
  goneTitle: 'Esa vista ya no está',
  goneHint: 'El enlace puede estar mal copiado, o quien la guardó la eliminó.',
} as const;
