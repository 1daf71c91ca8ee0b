/** The id of the place in the header into which the button of 'Necesita atención' is drawn. */
export const attentionPlace = 'attention';
