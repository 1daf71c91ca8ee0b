import { type APIRequestContext, expect, request } from '@playwright/test';
import { addDays, today as dayOf, instantOf } from '../../../machines/calendar/slots.ts';
import { refuseSecrets } from '../processes/secrets.ts';
import { type Product, secretsOf } from './product.ts';

export const today = (): string => dayOf(new Date());
export const dayAfter = addDays;

export type Call = <T = Record<string, never>>(
  path: string,
  data?: object,
) => Promise<{ code: number; diagnostic: string; data: T }>;
type PendingOrder = { ot_number: string; ot_type: number; client_id: string };
type DaySlot = { id: number; name: string; from: number; to: number };
type Me = { tech_id: number; subsidiaries: { subsidiary_id: string }[] };

/** The same product by its API: what a journey prepares, or checks behind the screen. */
export type Office = Awaited<ReturnType<typeof openOffice>>;

const offices = new Map<string, Promise<Office>>();

/** The office of a product, signed in once. */
export function officeOf(product: Product): Promise<Office> {
  const { baseURL } = product;
  const known = offices.get(baseURL);
  if (known) return known;
  const office = request.newContext({ baseURL }).then((context) => openOffice(context, secretsOf(product)));
  offices.set(baseURL, office);
  return office;
}

/** @param secrets which no answer may hold */
export async function openOffice(request: APIRequestContext, secrets: string[]) {
  const api = async (username: string): Promise<Call> => {
    const signIn = async () => {
      const login = await request.post('/v1/user/login', { data: { username, password: 'agenda-demo' } });
      const { data } = (await login.json()) as { data: { token: string } | null };
      if (!data) throw new Error(`${username} is not signed in: ${login.status()} ${await login.text()}`);
      return data.token;
    };
    let token = await signIn();
    return async (path, data = {}) => {
      const post = () => request.post(`/v1/${path}`, { data, headers: { authorization: `Bearer ${token}` } });
      let response = await post();
      // The product keeps 50 sessions of a user, and the journeys begin many.
      if (response.status() === 401) {
        token = await signIn();
        response = await post();
      }
      refuseSecrets(secrets, path, await response.text());
      return response.json();
    };
  };
  /** The dispatcher. */
  const jefe = await api('jefe');
  const profileOf = async (username: string) => (await (await api(username))<Me>('user/getuserinfo')).data;
  const operationsOf = async (username: string) =>
    (await profileOf(username)).subsidiaries.map(({ subsidiary_id }) => subsidiary_id);
  const mine = await operationsOf('jefe');
  /** The one that most journeys work in: the first that the demo's technician and its dispatcher share. */
  const operation = (await operationsOf('tecnico')).find((code) => mine.includes(code))!;

  /** The orders of an operation that wait for a visit, the first of the list first. */
  const pendingOrders = async (filter = {}, of = operation): Promise<PendingOrder[]> =>
    (await jefe<{ orders: PendingOrder[] }>('orders/pending', { subsidiary: of, ...filter })).data.orders;
  /** Those that no visit stands for yet. */
  const unscheduledOrders = (of = operation) => pendingOrders({ unscheduled_only: true }, of);
  /**
   * The last of them whose customer has a telephone, which some of the demo have not: the lists of a screen show the
   * first, which other journeys look at.
   */
  async function orderWithoutVisit(of = operation): Promise<PendingOrder> {
    for (const order of (await unscheduledOrders(of)).toReversed()) {
      const client = await jefe<{ telephone: string | null }>('client/info', { client_id: order.client_id });
      if (client.data.telephone) return order;
    }
    throw new Error('no customer with a telephone waits for a visit');
  }

  /** Makes a visit of an order; `checked` names what the form's boxes add, as its link. */
  async function createVisit(
    { ot_type, ot_number }: Omit<PendingOrder, 'client_id'>,
    { day = today(), slotId, checked = [] }: { day?: string; slotId: number; checked?: string[] },
  ): Promise<{ visitId: number; path: string }> {
    const form = { ot_type, ot_number, checked, possibleDate: day, timestripe: slotId };
    const { diagnostic, data } = await jefe<{ visit_id: number; public_link: string | null }>(
      'visit/create',
      form,
    );
    expect(diagnostic).toBe('');
    return { visitId: data.visit_id, path: data.public_link ? new URL(data.public_link).pathname : '' };
  }

  /** The slots of a day, over or not, the first of the day first. */
  const slotsOf = async (day = today(), of = operation): Promise<DaySlot[]> =>
    (await jefe<DaySlot[]>('visit/get_timestripes_by_date', { subsidiary: of, date_selected: day })).data;
  const firstSlot = async (day = today(), of = operation) => (await slotsOf(day, of))[0]!.id;
  /**
   * The first slot of the day that is not over and stays so for a quarter of an hour, for a visit that is given to
   * a technician and is not 'Cierre demorado' while the journey lasts. At the end of the day there is none: then the first,
   * whose visits stand highest in the lists.
   */
  async function slotNotOver(day = today()): Promise<DaySlot> {
    const slots = await slotsOf(day);
    const soon = Date.now() + 15 * 60_000;
    return slots.find(({ to }) => instantOf(day, to).getTime() > soon) ?? slots[0]!;
  }

  /**
   * In the day's last hour every slot is over, and a visit that is given to a technician 'Cierre demorado' within the minute,
   * unless a dispatcher left it pending since: then it waits for the customer's call.
   */
  async function keepPending(visitId: number, day: string, slot: DaySlot): Promise<void> {
    if (instantOf(day, slot.to).getTime() > Date.now()) return;
    const input = { visit_id: visitId, status: 50, extra_comments: 'El cliente avisa a qué hora llega' };
    expect((await jefe('visit/finish', input)).diagnostic).toBe('');
  }

  /** To a technician whom no journey signs in. */
  async function handOver(visits: number[], of = operation): Promise<void> {
    const known = await Promise.all(['jefe', 'tecnico', 'tecnico2'].map(profileOf));
    const crew = await jefe<{ value: number }[]>('visit/get_technicians_list', { operations: [of] });
    const tech_id = crew.data.find(({ value }) => !known.some((one) => one.tech_id === value))!.value;
    expect((await jefe('visit/change_technician', { visit_id: visits, tech_id })).diagnostic).toBe('');
  }

  /**
   * The lists of what a technician can take show 15: what is not over first, then the oldest slot. Of those that stand
   * before a new visit of this slot some are given to another user when they are so many: all may where the slot is over.
   */
  async function makeRoom(slot: DaySlot): Promise<void> {
    const isOver = instantOf(today(), slot.to).getTime() <= Date.now();
    type Day = {
      timestripe: { visits: { id: number; subsidiary: string; timestripe_friendly: string }[] };
    };
    const call = await api('tecnico');
    for (;;) {
      const { data } = await call<Day>('visit/get/by_tech_id');
      const before = data.timestripe.visits.filter(
        ({ timestripe_friendly: name }) => isOver || Number.parseInt(name, 10) <= slot.from,
      );
      if (before.length < 12) return;
      const { subsidiary } = before[0]!;
      const some = before.filter((one) => one.subsidiary === subsidiary).slice(0, 6);
      const ids = some.map(({ id }) => id);
      await handOver(ids, subsidiary);
    }
  }

  /** A visit of today that is unassigned, made from an order without visits. */
  async function freeVisit(): Promise<{ visitId: number; orderNumber: string }> {
    const order = await orderWithoutVisit();
    const slot = await slotNotOver();
    await makeRoom(slot);
    const { visitId } = await createVisit(order, { slotId: slot.id });
    await keepPending(visitId, today(), slot);
    return { visitId, orderNumber: order.ot_number };
  }

  /** Visits of one day in its first slot that is not over. */
  async function visitsIn(day: string, count: number): Promise<{ slotId: number; ids: number[] }> {
    const list = await unscheduledOrders();
    const slot = await slotNotOver(day);
    const ids: number[] = [];
    for (const order of list.slice(-count)) {
      const { visitId } = await createVisit(order, { day, slotId: slot.id });
      await keepPending(visitId, day, slot);
      ids.push(visitId);
    }
    return { slotId: slot.id, ids };
  }

  /** A technician who is on the way to no visit, whatever an earlier journey or the demo left. */
  async function freeTechnician(username: string): Promise<Call> {
    type Visit = { id: number; tech_id: number; on_the_way: boolean };
    const call = await api(username);
    const { tech_id, subsidiaries } = await profileOf(username);
    for (const { subsidiary_id: subsidiary } of subsidiaries) {
      const week = await call<{ data: Record<string, Record<string, { visits: Visit[] }>> }>('visits', {
        subsidiary,
      });
      const slots = Object.values(week.data.data).flatMap((day) => Object.values(day));
      for (const visit of slots.flatMap(({ visits }) => visits))
        if (visit.on_the_way && visit.tech_id === tech_id)
          await call('visit/set_on_the_way', { visit_id: visit.id, on_the_way: false });
    }
    return call;
  }

  /** Closes a visit with the first of the reasons that cancel; one that is closed already stays as it is. */
  async function cancelVisit(visitId: number): Promise<void> {
    const asked = { type: 'and', show_cancel: true, show_finish: false };
    const status = (await jefe<{ value: number }[]>('visit/get_reasons_to_finish', asked)).data[0]!.value;
    await jefe('visit/finish', { visit_id: visitId, status, extra_comments: 'Llamó para cancelar' });
  }

  return {
    ...{ api, jefe, operation, profileOf, pendingOrders, unscheduledOrders, orderWithoutVisit, createVisit },
    ...{
      slotsOf,
      firstSlot,
      slotNotOver,
      handOver,
      makeRoom,
      freeVisit,
      visitsIn,
      freeTechnician,
      cancelVisit,
    },
  };
}

/** Give a visit back that a journey took: the technician's list is capped, and the next journey looks at it. */
export async function putBack(call: Call, visitId: number): Promise<void> {
  await call('visit/set_on_the_way', { visit_id: visitId, on_the_way: false });
  await call('visit/detach', { visit_id: visitId, notes: 'fin de la prueba' });
}
