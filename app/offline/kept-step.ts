/** The steps of a technician that work without a signal. */
export type StepName = 'take' | 'release' | 'onTheWay' | 'arrive' | 'call' | 'late' | 'finish' | 'photo';

/** What a step that adds a photo is sent with: the photo itself is kept beside it. */
export type PhotoInput = { upload: string };

/** A step that was pressed and is not known to have arrived. */
export type KeptStep = {
  /** In the order of the presses. */
  id: number;
  /** On a shared phone the next one who signs in does not send it. */
  userId: number;
  visitId: number;
  orderNumber: string;
  step: StepName;
  /** The command's input but for visit and moment. */
  input: object;
  /** Made when it was pressed: however often it is sent, it acts once. */
  key: string;
  /** When it took place, by the server's clock. */
  happenedAt: string;
  /** Why the server refused it; null: it waits. */
  refusal: { code: string; text: string } | null;
};
