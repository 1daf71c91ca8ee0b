// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FinishDialog } from '../../app/closing/finish-dialog.tsx';
import { RescheduleDialog } from '../../app/dispatch/reschedule-dialog.tsx';
import { TechnicianDialog } from '../../app/dispatch/technician-dialog.tsx';
import {
  changeTechnicianWords,
  conflictWords,
  rescheduleWords as words,
} from '../../app/words/board/dispatch-words.ts';
import { finishWords } from '../../app/words/visit/closing-words.ts';
import { refuse } from '../../machines/words/refusals.ts';

// The document of these tests has no canvas to sign on.
vi.mock('../../app/closing/signature-field.tsx', () => ({ SignatureField: () => null }));

// What the dialogs of dispatch and closing decide: what they ask for, what they send, and what stays after a refusal.

type Sent = { command: string; key: string; input: Record<string, unknown> };
let sent: Sent[];
/** What the server answers to the next command; a rejection is a lost connection. */
let answers: (() => Promise<object>)[];
/** Nothing that is read is answered. */
let cut: boolean;
/** Of the user. */
let permissions: string[];
const close = vi.fn();
const done = vi.fn();
const leaveOut = vi.fn();

const reason = {
  ...{ value: 6, text: 'Concluida', cancels: false, finalizes: true, finalizesOrder: true, derives: false },
  ...{ reschedules: false, responsible: null, derivationType: null, absence: false },
  ...{ needsSignature: false, needsPhoto: false },
};
const absent = {
  ...{
    ...reason,
    value: 20,
    text: 'Ausente',
    cancels: true,
    finalizes: false,
    finalizesOrder: false,
    absence: true,
  },
  responsible: 'cliente' as const,
};
const derived = {
  ...{ ...reason, value: 30, text: 'Deriva a obra', finalizes: false, finalizesOrder: false },
  ...{ derives: true, derivationType: 1 },
};
const another = { ...reason, value: 40, text: 'Otra fecha', finalizes: false, reschedules: true };

const closing = {
  reasons: [reason, absent, derived],
  repairCodes: [{ code: 'R1', text: 'Cambio de ficha' }],
  ...{ materials: [{ code: 'M1', name: 'Cable' }], labors: [] },
  capabilities: { allowEnterItems: true, haveLabor: false, haveMaterials: false },
};
const creation = {
  ok: true,
  slots: [
    { id: 5, name: '9 a 13', fromHour: 9, toHour: 13, ended: false, capacity: null, left: null },
    { id: 6, name: '14 a 18', fromHour: 14, toHour: 18, ended: false, capacity: 4, left: 1 },
  ],
  near: [{ day: '2026-03-04', id: 6, name: '14 a 18', fromHour: 14, toHour: 18, left: 3 }],
  technicians: [{ id: 7, name: 'Ana Paz', assignedVisits: 2 }],
};

beforeEach(() => {
  permissions = [];
  sent = [];
  answers = [];
  cut = false;
  localStorage.clear();
  vi.stubGlobal('fetch', async (path: string, request: RequestInit = {}) => {
    if (cut) return lost();
    if (path.startsWith('/board/closing/')) return Response.json(closing);
    if (path.startsWith('/ask/creation')) return Response.json(creation);
    if (!path.startsWith('/do/')) return Response.json([]);
    sent.push({
      command: path.replace('/do/', ''),
      key: (request.headers as Record<string, string>)['idempotency-key']!,
      input: JSON.parse(request.body as string),
    });
    return Response.json(await answers.shift()!());
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const ok = (data: object) => async () => ({ ok: true, data });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const refused =
  (status: number, code: string, more: object = {}) =>
  async () => ({
    ok: false,
    ...{ status, code, text: 'Motivo del servidor.', fields: {} },
    ...more,
  });

function show(dialog: React.ReactElement) {
  const Stub = createRemixStub([
    {
      id: 'routes/signed-in/route',
      Component: Outlet,
      children: [{ path: '/', Component: () => <MantineProvider env="test">{dialog}</MantineProvider> }],
    },
  ]);
  return render(<Stub hydrationData={{ loaderData: { 'routes/signed-in/route': { permissions } } }} />);
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
/** The first with that label: an open list has the label of its field. */
const field = async (name: RegExp) => (await screen.findAllByLabelText<HTMLInputElement>(name))[0]!;
/** Chooses in a field whose list is fetched first. */
async function choose(name: RegExp, option: RegExp) {
  const list = await field(name);
  await waitFor(() => expect(list.disabled).toBe(false));
  fireEvent.click(list);
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
}
const write = async (name: RegExp, value: string) =>
  fireEvent.change(await field(name), { target: { value } });

describe('closing a visit', () => {
  const visit = {
    ...{ id: 9, clientName: 'Arce, Ignacio', orderNumber: '11400000001', orderType: 1, version: 3 },
    ...{ arrived: false, arrival: 'asked' as const },
  };
  const begin = async () => {
    show(<FinishDialog visit={visit} close={close} done={done} />);
    await field(/^Estado de la visita/);
  };

  it('begins with the reason that concludes, and asks for the repair before it sends', async () => {
    await begin();
    expect((await field(/^Estado de la visita/)).value).toBe('6');
    press(finishWords.submit);
    expect(await screen.findByText(refuse('repair-code-required').text)).toBeTruthy();
    expect(sent).toEqual([]);
    await write(/^Tipo de reparación/, 'R1');
    answers.push(ok({}));
    press(finishWords.submit);
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent[0]!.input).toMatchObject({ visit_id: 9, status: 6, repair_code: 'R1', finish_order: true });
  });

  it('asks the technician for the arrival before a closing for absence, where the operation says so', async () => {
    show(<FinishDialog field visit={visit} close={close} done={done} />);
    await write(/^Estado de la visita/, '20');
    expect(screen.getByText(finishWords.arriveFirst)).toBeTruthy();
    await write(/^Motivo de cancelación/, 'No atiende nadie');
    press(finishWords.submit);
    expect(await screen.findByText(refuse('arrival-required').text)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('asks a cancellation for five characters of why, and sends neither materials nor a signature', async () => {
    await begin();
    await write(/^Estado de la visita/, '20');
    expect(screen.queryByText(finishWords.materials)).toBeNull();
    await write(/^Motivo de cancelación/, ' abcd ');
    press(finishWords.submit);
    expect(await screen.findByText(refuse('cancel-note-required').text)).toBeTruthy();
    expect(sent).toEqual([]);
    await write(/^Motivo de cancelación/, 'No estaba');
    answers.push(ok({}));
    press(finishWords.submit);
    press(finishWords.submit);
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent).toHaveLength(1);
    expect(sent[0]!.input).toMatchObject({ status: 20, materials: [], signature: null, repair_code: null });
  });

  it('derives to where the reason says', async () => {
    await begin();
    await write(/^Estado de la visita/, '30');
    answers.push(ok({}));
    press(finishWords.submit);
    await waitFor(() => expect(sent[0]?.input).toMatchObject({ status: 30, derivation_type: 1 }));
  });

  it.each([
    ['a lost connection', lost, finishWords.noNetwork],
    ['a server that failed', refused(503, 'unavailable'), finishWords.failed],
    ['a refused field', refused(422, 'check-the-data'), 'Motivo del servidor.'],
  ])('stays as it was typed after %s', async (_, answer, text) => {
    await begin();
    await write(/^Tipo de reparación/, 'R1');
    answers.push(answer, ok({}));
    press(finishWords.submit);
    expect(await screen.findByText(text)).toBeTruthy();
    expect((await field(/^Tipo de reparación/)).value).toBe('R1');
    expect(done).not.toHaveBeenCalled();
    press(finishWords.submit);
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent[0]!.key === sent[1]!.key, 'the same key only where no answer came').toBe(answer === lost);
  });

  it('is left when the visit cannot be closed any more', async () => {
    await begin();
    await write(/^Tipo de reparación/, 'R1');
    answers.push(refused(409, 'visit-closed'));
    press(finishWords.submit);
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
  });

  it('recovers what was typed before a reload', async () => {
    await begin();
    await write(/^Notas/, 'Cambié la ficha');
    cleanup();
    await begin();
    expect((await field(/^Notas/)).value).toBe('Cambié la ficha');
    expect(screen.getByText(finishWords.draft)).toBeTruthy();
  });
});

const visits = [
  { id: 1, version: 4, orderNumber: '11400000001', technicianId: 7, orderType: 1, symptomId: null },
  { id: 2, version: 5, orderNumber: '11400000002', technicianId: null, orderType: 1, symptomId: null },
];
const about = { operation: '114', seen: 10, close, done, leaveOut };
const rescheduling = { ...about, reasons: [another], today: '2026-03-02' };

describe('rescheduling visits', () => {
  const fill = async (slot = /^9 a 13/) => {
    await choose(/^Franja horaria/, slot);
    const choice = screen.getByLabelText<HTMLSelectElement>(/^Motivo( |$)(?!para)/);
    fireEvent.change(choice, { target: { value: '40' } });
    await write(/^Notas/, 'Pide otra fecha');
  };

  it('sends tomorrow unless changed, the versions that were seen and the technician’s removal', async () => {
    show(<RescheduleDialog opened visits={visits} {...rescheduling} />);
    expect(await screen.findByText(words.countMany(2))).toBeTruthy();
    await fill();
    fireEvent.click(screen.getByLabelText(words.unsetTech));
    answers.push(ok({ new_id: [11, 12] }));
    press(words.submit);
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent[0]).toMatchObject({
      command: 'rescheduleVisits',
      input: {
        ...{ visit_id: [1, 2], new_date: '2026-03-03', new_timestripe: 5, new_status: 40 },
        versions: { 1: 4, 2: 5 },
      },
    });
  });

  it('keeps what was typed when the answer is lost, and is sent once more under the same key', async () => {
    show(<RescheduleDialog opened visits={[visits[0]!]} {...rescheduling} />);
    await fill();
    answers.push(lost, ok({ new_id: 11 }));
    press(words.submit);
    expect(await screen.findByText(words.noNetwork)).toBeTruthy();
    expect((await field(/^Notas/)).value).toBe('Pide otra fecha');
    press(words.submit);
    press(words.submit);
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent.map(({ key }) => key)).toEqual([sent[0]!.key, sent[0]!.key]);
  });

  it('says that the slots did not come, and asks for them again', async () => {
    cut = true;
    window.dispatchEvent(new Event('offline'));
    show(<RescheduleDialog opened visits={[visits[0]!]} {...rescheduling} />);
    expect(await screen.findByText(words.slotsFailed)).toBeTruthy();
    cut = false;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(words.slotsFailed)).toBeNull());
  });

  it('offers no slot with too few places, but the nearest that has enough', async () => {
    show(<RescheduleDialog opened visits={visits} {...rescheduling} />);
    const list = await field(/^Franja horaria/);
    await waitFor(() => expect(list.disabled).toBe(false));
    fireEvent.click(list);
    const full = await screen.findByRole('option', { name: /14 a 18 · queda 1/, hidden: true });
    expect(full.hasAttribute('data-combobox-disabled')).toBe(true);
    press('Miércoles 04/03, 14 a 18 · quedan 3');
    await waitFor(() => expect(list.value).toContain('14 a 18'));
  });

  it('goes over the places with a reason, by a user who may', async () => {
    permissions = ['can_overbook'];
    show(<RescheduleDialog opened visits={visits} {...rescheduling} />);
    await fill(/14 a 18/);
    expect(await screen.findByText('Entra 1 de las 2 visitas.')).toBeTruthy();
    press(words.submit);
    expect(await screen.findByText(refuse('overbook-reason-required').text)).toBeTruthy();
    await write(/^Motivo para superar el cupo/, 'Corte de la zona');
    answers.push(ok({ new_id: [11, 12] }));
    press(words.submit);
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent.at(-1)!.input).toMatchObject({ overbook: true, overbook_reason: 'Corte de la zona' });
  });

  it('names the visit that stopped all of them, with the way on', async () => {
    show(<RescheduleDialog opened visits={visits} {...rescheduling} />);
    await fill();
    answers.push(refused(409, 'on-the-way', { visitId: 2 }));
    press(words.submit);
    expect(await screen.findByText(words.failed('Motivo del servidor.'))).toBeTruthy();
    expect(screen.getByText(words.stopped(2, '11400000002'))).toBeTruthy();
    press(words.leaveOut);
    expect(leaveOut).toHaveBeenCalledWith(2);
  });

  it('asks for a slot, a reason and notes before it sends', async () => {
    show(<RescheduleDialog opened visits={[visits[1]!]} {...rescheduling} />);
    await screen.findByText(words.reminder);
    expect(screen.queryByLabelText(words.unsetTech), 'of a visit without a technician').toBeNull();
    press(words.submit);
    expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(3);
    expect(sent).toEqual([]);
  });
});

describe('changing the technician', () => {
  const dialog = (some = visits) => (
    <TechnicianDialog opened visits={some} day="2026-03-02" slotId={5} {...about} />
  );
  it('asks for a choice, of which none is one', async () => {
    show(dialog());
    await field(/^Nuevo técnico/);
    press(changeTechnicianWords.submit);
    expect(await screen.findByText(changeTechnicianWords.unresolved)).toBeTruthy();
    await choose(/^Nuevo técnico/, /Sin técnico/);
    answers.push(ok({ changed: 1 }));
    press(changeTechnicianWords.submit);
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent[0]!.input).toMatchObject({ visit_id: [1, 2], tech_id: null, versions: { 1: 4, 2: 5 } });
  });

  it('shows a change by another user before it is sent on the visits as they are now', async () => {
    let become = (_: typeof visits) => {};
    function Live() {
      const [some, set] = useState(visits);
      become = set;
      return dialog(some);
    }
    show(<Live />);
    await choose(/^Nuevo técnico/, /Ana Paz/);
    answers.push(refused(409, 'stale-version', { visitId: 1 }), ok({ changed: 2 }));
    press(changeTechnicianWords.submit);
    expect(await screen.findByText(new RegExp(conflictWords.refused))).toBeTruthy();
    press(conflictWords.retry);
    // The change itself comes after the refusal for it.
    expect(sent).toHaveLength(1);
    act(() => become(visits.map((visit) => (visit.id === 1 ? { ...visit, version: 6 } : visit))));
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent[1]!.input).toMatchObject({ versions: { 1: 6, 2: 5 } });
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });
});
