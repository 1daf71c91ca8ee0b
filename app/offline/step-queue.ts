import { type CommandName, type CommandOutcome, newKey, sendCommand } from '../data/send-command.ts';
import { pendingWords } from '../words/board/pending-words.ts';
import { askToKeep } from './ask-to-keep.ts';
import type { KeptStep, StepName } from './kept-step.ts';
import { sendPhoto } from './send-photo.ts';
import { learnServerTime, serverNow } from './server-clock.ts';
import { addStep, deleteStep, findPhoto, listSteps, putStep } from './step-store.ts';
import { inTime } from './time-limit.ts';

const commandOf: Record<Exclude<StepName, 'photo'>, CommandName> = {
  take: 'takeVisit',
  release: 'releaseVisit',
  onTheWay: 'setOnTheWay',
  arrive: 'arriveVisit',
  call: 'recordCall',
  late: 'sayRunningLate',
  finish: 'finishVisit',
};

/** 'sending'; 'held' behind a refused step of its visit; 'sent': shown for a moment more, so that no card jumps. */
export type StepState = 'waiting' | 'sending' | 'held' | 'refused' | 'sent';
export type QueuedStep = KeptStep & {
  state: StepState;
  /** A try of it had no answer, or it was pressed behind such a step: from then on it is shown as done and not sent. */
  waited?: true;
  /** Only in this page: the device did not keep it. */
  unsaved?: true;
  /** Because it had no room for it. */
  noRoom?: true;
  /** Of a step in this page only: the photo that it adds. */
  photo?: Blob | undefined;
};

/** Its first try is not answered yet, or was a moment ago: its card stays under the finger that pressed it. */
export const isUnderWay = ({ state, waited }: QueuedStep): boolean =>
  !waited && state !== 'refused' && state !== 'held';
/** To be shown as not sent yet, or refused. */
export const isPending = (step: QueuedStep): boolean => !isUnderWay(step) && step.state !== 'sent';

export type Sent = { step: QueuedStep; outcome: CommandOutcome };

/** Without an answer it is sent again after so long, or as soon as the device has a network. */
const retryMs = 15_000;
/** How long a card stays after its answer: a second tap meant for it must not land on the next one. */
const settleMs = 900;

/** Before the device was read, and as a rule after it: one list, so that no screen is drawn again for nothing. */
export const noSteps: readonly QueuedStep[] = [];

/** Of what pages and the service worker share: the lock, the channel and the tag of Background Sync. */
export const name = 'agenda.pasos';

/** Refusals that say nothing of the step: it waits on. */
const saysNothing = new Set(['photo-incomplete', 'photos-half-sent']);
const waits = (outcome: CommandOutcome) =>
  !outcome.ok &&
  ([0, 401, 421, 429].includes(outcome.status) || outcome.status >= 500 || saysNothing.has(outcome.code));

/**
 * A technician's steps, in the order in which they were pressed, until the server has answered each. They are kept on
 * the device and sent one after the other, each with its key and its moment. A refused step holds the later ones of
 * its visit; those of other visits go on. Photos are sent after the steps: on a slow network no step waits for them.
 */
export class StepQueue {
  private steps = noSteps;
  private listeners = new Set<() => void>();
  private outcomes = new Set<(sent: Sent) => void>();
  private draining: Promise<void> | null = null;
  private again = false;
  private closed = false;
  /** Steps that were kept after they had been taken into this page alone, by key. */
  private late = new Map<string, KeptStep>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private channel: BroadcastChannel | null = null;

  constructor(readonly userId: number) {}

  snapshot = (): readonly QueuedStep[] => this.steps;
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  /** Receives how each try ended. */
  onOutcome = (receive: (sent: Sent) => void): (() => void) => {
    this.outcomes.add(receive);
    return () => this.outcomes.delete(receive);
  };

  /** Whether a step has to be sent before the next one. */
  hasWaiting = (): boolean =>
    this.steps.some(({ state, step }) => (state === 'waiting' || state === 'sending') && step !== 'photo');

  /**
   * The photo of a step, as it waits on the device; undefined: it is gone.
   * @throws where the device does not say
   */
  photoOf = async (step: QueuedStep): Promise<Blob | undefined> => step.photo ?? (await findPhoto(step));

  /** Reads what the device holds, and sends it; until the returned function is called. */
  open(): () => void {
    this.closed = false;
    const send = () => void this.drain();
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = () => void this.load();
    window.addEventListener('online', send);
    document.addEventListener('visibilitychange', send);
    void learnServerTime();
    void this.load().then(send);
    return () => {
      window.removeEventListener('online', send);
      document.removeEventListener('visibilitychange', send);
      this.stop();
    };
  }

  /** Nothing more is sent. */
  stop(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.channel?.close();
    this.channel = null;
  }

  /**
   * A press. It is kept before it is sent.
   * @param key of a try whose answer did not come; default a new one
   * @param photo what the step adds
   */
  async add(
    step: Pick<KeptStep, 'visitId' | 'orderNumber' | 'step' | 'input'>,
    { key = newKey(), happenedAt = serverNow().toISOString() } = {},
    photo?: Blob,
  ): Promise<void> {
    const record = { ...step, userId: this.userId, key, happenedAt, refusal: null };
    const enqueue = (added: KeptStep & Partial<QueuedStep>) => {
      const behind = this.steps.some(
        ({ state, waited }) => waited && state !== 'sent' && state !== 'refused',
      );
      this.become([...this.steps, { ...added, state: 'waiting', ...(behind ? { waited: true } : {}) }]);
    };
    const adding = addStep(record, photo);
    try {
      enqueue(await inTime(adding, 'writing'));
      void askToKeep('step');
      this.channel?.postMessage(null);
    } catch (error) {
      console.warn('step not kept on the device', error);
      const noRoom = error instanceof DOMException && error.name === 'QuotaExceededError';
      enqueue({ ...record, id: Date.now(), unsaved: true, photo, ...(noRoom ? { noRoom } : {}) });
      adding.then(
        (late) => this.noteLate(late),
        () => {},
      );
    }
    await this.drain();
  }

  /** The device has kept it after all, while it is sent from memory or was sent. */
  private noteLate(step: KeptStep): void {
    if (this.steps.some(({ key, state }) => key === step.key && state !== 'sent'))
      this.late.set(step.key, step);
    else void deleteStep(step).catch(() => {});
  }

  /** The technician has seen why it was refused: once more, or never. */
  async retry(id: number): Promise<void> {
    const step = this.steps.find((each) => each.id === id);
    if (!step) return;
    if (!step.unsaved) await putStep(bare({ ...step, refusal: null })).catch(() => {});
    this.replace(id, { refusal: null, state: 'waiting' });
    await this.drain();
  }

  /** A refused step, and those of its visit that it holds. */
  async discard(id: number): Promise<void> {
    const gone = [id, ...this.heldBy(id)];
    for (const each of gone) await this.forget(each);
    this.become(this.steps.filter((step) => !gone.includes(step.id)));
    await this.drain();
  }

  /** The steps that cannot be sent because of this one. */
  heldBy(id: number): number[] {
    const refused = this.steps.find((step) => step.id === id);
    if (refused?.step === 'photo') return [];
    const ofVisit = this.steps.filter(
      ({ state, visitId }) => state === 'held' && visitId === refused?.visitId,
    );
    return ofVisit.map((step) => step.id);
  }

  private async load(): Promise<void> {
    const stored = await listSteps(this.userId).catch(() => null);
    // A device that does not say what it holds: what this page knows of it is sent all the same.
    if (stored === null) return;
    const byId = new Map(this.steps.map((step) => [step.id, step]));
    // A service worker of before, which does not read bytes, may have said so: each page looks once.
    for (const step of stored.filter(({ id, refusal }) => refusal?.code === 'photo-lost' && !byId.has(id))) {
      step.refusal = null;
      await putStep(step).catch(() => {});
    }
    const here = this.steps.filter(({ unsaved, state }) => unsaved || state === 'sent');
    const read = stored.map((step) => {
      const shown = byId.get(step.id);
      // What another page or an earlier one has kept was not pressed here.
      return {
        ...step,
        state: stateOf(step, shown),
        ...(!shown || shown.waited ? { waited: true as const } : {}),
      };
    });
    const isHere = (id: number, key: string) => here.some((step) => step.id === id || step.key === key);
    this.become([...read.filter(({ id, key }) => !isHere(id, key)), ...here]);
  }

  /** Sends what waits, in order, one tab of the device at a time; asked for during that, once more after it. */
  drain(): Promise<void> {
    this.again = this.draining !== null;
    this.draining ??= this.sendAll().finally(() => {
      this.draining = null;
      if (!this.next()) return;
      this.timer = setTimeout(() => void this.drain(), retryMs);
      void askForSync();
    });
    return this.draining;
  }

  private async sendAll(): Promise<void> {
    clearTimeout(this.timer);
    do {
      this.again = false;
      await exclusively(async () => {
        // Another tab may have sent some.
        await this.load();
        for (let next = this.next(); next; next = this.next()) if (!(await this.send(next))) return;
      });
    } while (this.again);
  }

  private next = () => {
    const waiting = this.closed ? [] : this.steps.filter(({ state }) => state === 'waiting');
    return waiting.find(({ step }) => step !== 'photo') ?? waiting[0];
  };

  /** @returns whether it was answered */
  private async send(step: QueuedStep): Promise<boolean> {
    this.replace(step.id, { state: 'sending' });
    const outcome = await this.ask(step);
    if (outcome.ok) {
      await this.forget(step.id);
      this.replace(step.id, { state: 'sent' });
      setTimeout(() => this.become(this.steps.filter(({ id }) => id !== step.id)), settleMs);
    } else if (outcome.code === 'happened-ahead' && serverNow().getTime() < Date.parse(step.happenedAt)) {
      // This device's clock was ahead, as the answer has shown.
      const happenedAt = serverNow().toISOString();
      this.replace(step.id, { state: 'waiting', happenedAt });
      return true;
    } else if (waits(outcome)) {
      const back = (each: QueuedStep) =>
        each.id === step.id ? { ...each, state: 'waiting' as const } : each;
      this.become(
        this.steps
          .map(back)
          .map((each) => (each.state === 'waiting' ? { ...each, waited: true as const } : each)),
      );
    } else {
      const refusal = { code: outcome.code, text: outcome.text };
      if (!step.unsaved) await putStep(bare({ ...step, refusal })).catch(() => {});
      this.replace(step.id, { state: 'refused', refusal });
    }
    for (const receive of this.outcomes) receive({ step, outcome });
    return !waits(outcome);
  }

  private async ask(step: QueuedStep): Promise<CommandOutcome> {
    const input = { visit_id: step.visitId, ...step.input, happened_at: step.happenedAt };
    if (step.step !== 'photo') return sendCommand(commandOf[step.step], input, step.key, step.userId);
    const photo = await this.photoOf(step).catch(() => null);
    // It may be there: it is sent once the device gives it.
    if (photo === null) return { ok: false, status: 0, code: 'unreadable', text: '', fields: {} };
    // Deleted by hand, or by a browser that needed the room.
    if (!photo)
      return { ok: false, status: 410, code: 'photo-lost', text: pendingWords.photoLost, fields: {} };
    return sendPhoto(step, photo);
  }

  private async forget(id: number) {
    const step = this.steps.find((each) => each.id === id);
    const stored = step?.unsaved ? this.late.get(step.key) : step;
    if (stored) await deleteStep(stored).catch(() => {});
    if (step) this.late.delete(step.key);
    this.channel?.postMessage(null);
  }

  private replace(id: number, change: Partial<QueuedStep>) {
    this.become(this.steps.map((step) => (step.id === id ? { ...step, ...change } : step)));
  }

  private become(steps: readonly QueuedStep[]) {
    if (steps.length === 0 && this.steps.length === 0) return;
    const refused = new Set<number>();
    this.steps = steps.map((step) => {
      if (step.state === 'refused' && step.step !== 'photo') refused.add(step.visitId);
      const blocked = refused.has(step.visitId) && step.state === 'waiting';
      const free = !refused.has(step.visitId) && step.state === 'held';
      return blocked
        ? { ...step, state: 'held' as const }
        : free
          ? { ...step, state: 'waiting' as const }
          : step;
    });
    for (const listener of this.listeners) listener();
  }
}

const stateOf = (step: KeptStep, shown: QueuedStep | undefined): StepState =>
  step.refusal ? 'refused' : shown && shown.state !== 'refused' ? shown.state : 'waiting';

/** As the device keeps it. */
const bare = ({
  state: _,
  waited: __,
  unsaved: ___,
  noRoom: ____,
  photo: _____,
  ...step
}: QueuedStep): KeptStep => step;

/** One tab at a time, where the browser has locks. */
const exclusively = (work: () => Promise<void>): Promise<void> =>
  (navigator.locks as LockManager | undefined | null)
    ? navigator.locks.request(name, work).then(() => {})
    : work();

type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Where the browser can: it wakes the service worker once there is a signal, also when no page is open. */
async function askForSync(): Promise<void> {
  if (!('window' in globalThis)) return;
  const registration = (await navigator.serviceWorker?.getRegistration()) as Syncing | undefined;
  await registration?.sync?.register(name).catch(() => {});
}
