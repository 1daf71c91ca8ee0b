/** One thing that was found: an order, a client, or a visit, by its number. */
export type Found = {
  kind: 'order' | 'client' | 'visit';
  number: string;
  title: string;
  detail: string;
  operation: string;
};
