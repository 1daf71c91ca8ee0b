// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import { Link, Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { CommandForm } from '../../app/forms/command-form.tsx';
import { useScreenForm } from '../../app/forms/use-screen-form.ts';
import { Confirmations } from '../../app/ui/dialogs/confirmations.tsx';
import { conflictWords } from '../../app/words/board/dispatch-words.ts';
import { setupWords } from '../../app/words/setup/setup-words.ts';

type Fields = { name: string; place: string };
type Sent = { key: string; input: Record<string, unknown> };

const required = (text: string) => z.string().trim().min(1, text);
const schema = z.object({ name: required('Falta el nombre.'), where: required('Falta el lugar.') });
const question = { title: '¿Salir?', text: 'Hay cambios.', leave: 'Descartar', stay: 'Seguir' };

let sent: Sent[];
/** What the server answers next; a rejection is a lost connection. */
let answers: (() => Promise<object>)[];
/** Called with every commit of React, before anything is painted. */
let drawn: () => void;
const done = vi.fn();
const reload = vi.fn();

beforeEach(() => {
  sent = [];
  answers = [];
  drawn = () => {};
  vi.stubGlobal(
    'fetch',
    async (_: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      sent.push({ key: headers['idempotency-key']!, input: JSON.parse(body) });
      return new Response(JSON.stringify(await answers.shift()!()));
    },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const saved = (version: number) => async () => ({ ok: true, data: { version } });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const refused =
  (code: string, status: number, fields = {}) =>
  async () => ({
    ok: false,
    ...{ status, code, fields, text: 'Motivo.' },
  });

function Form({ version, name = 'Centro' }: { version: number | null; name?: string }) {
  const form = useScreenForm<Fields>({
    command: 'editZone',
    schema,
    saved: { name, place: 'Norte' },
    version,
    seen: 1,
    names: { place: 'where' },
    input: ({ fields }, on) => ({ name: fields.name, where: fields.place, version: on }),
    conflict: 'zone-changed',
    failed: (text, named) => (named ? null : `No se guardó: ${text}`),
    unsaved: question,
    done,
    reload,
  });
  useLayoutEffect(() => drawn());
  return (
    <CommandForm
      form={form}
      label="Zona"
      changed="Cambió."
      changes={[]}
      actions={<button type="submit">Guardar</button>}
    >
      <TextInput label="Nombre" {...form.text('name')} />
      <TextInput label="Lugar" {...form.text('place')} />
    </CommandForm>
  );
}

function show(first: number | null = 1) {
  let read: (record: { version: number; name: string }) => void = () => {};
  const Screen = () => {
    const [record, setRecord] = useState<{ version: number | null; name: string }>({
      version: first,
      name: 'Centro',
    });
    read = setRecord;
    return <Form {...record} />;
  };
  const Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <MantineProvider env="test">
          <Link to="/otra">Otra pantalla</Link>
          <Outlet />
          <Confirmations />
        </MantineProvider>
      ),
      children: [
        { index: true, Component: Screen },
        { path: 'otra', Component: () => <p>La otra</p> },
      ],
    },
  ]);
  render(<Stub />);
  /** The record as the screen reads it next. */
  return (record: { version: number; name: string }) => act(() => read(record));
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = () => fireEvent.click(screen.getByText('Guardar'));

it('says what the schema finds wrong beside each field, and gives the first the focus', () => {
  show();
  type('Nombre', '  ');
  type('Lugar', '');
  press();
  expect(screen.getByText('Falta el nombre.')).toBeTruthy();
  expect(screen.getByText('Falta el lugar.')).toBeTruthy();
  expect(document.activeElement).toBe(field('Nombre'));
  expect(sent).toEqual([]);
  type('Nombre', 'Oeste');
  expect(screen.queryByText('Falta el nombre.'), 'mended').toBeNull();
  expect(screen.getByText('Falta el lugar.')).toBeTruthy();
  press();
  expect(document.activeElement).toBe(field('Lugar'));
});

it('says what the server finds wrong by the command’s names of the fields', async () => {
  show();
  type('Lugar', 'Sur');
  answers.push(refused('place-taken', 422, { where: 'Ese lugar ya está.' }));
  const focused: (Element | null)[] = [];
  drawn = () => {
    if (screen.queryByText('Ese lugar ya está.')) focused.push(document.activeElement);
  };
  press();
  expect(await screen.findByText('Ese lugar ya está.')).toBeTruthy();
  expect(focused[0], 'as soon as it is said').toBe(field('Lugar'));
  expect(document.activeElement).toBe(field('Lugar'));
  expect(screen.queryByText(/No se guardó/)).toBeNull();
  expect(field('Lugar').value).toBe('Sur');
});

it('sends nothing without a change, and one request for two presses', async () => {
  show();
  press();
  expect(sent).toEqual([]);
  type('Nombre', 'Oeste');
  answers.push(saved(2));
  press();
  press();
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(1);
  expect(sent[0]!.input).toEqual({ name: 'Oeste', where: 'Norte', version: 1 });
});

it('repeats a lost answer with the same key, and takes another after an answer or a change', async () => {
  show();
  type('Nombre', 'Oeste');
  answers.push(lost, lost, refused('check-the-data', 422), saved(2));
  for (const times of [1, 2]) {
    press();
    await waitFor(() => expect(sent).toHaveLength(times));
    expect(await screen.findByText(`No se guardó: ${setupWords.noNetwork}`)).toBeTruthy();
  }
  expect(sent[1]!.key).toBe(sent[0]!.key);
  expect(reload, 'it could find the screen refused').not.toHaveBeenCalled();
  type('Nombre', 'Este');
  press();
  expect(await screen.findByText('No se guardó: Motivo.')).toBeTruthy();
  press();
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});

it('shows a change by another user before it saves over it', async () => {
  const read = show();
  type('Nombre', 'Oeste');
  answers.push(refused('zone-changed', 409), saved(3));
  press();
  expect(await screen.findByText(`${setupWords.notSaved} Cambió.`)).toBeTruthy();
  expect(reload).toHaveBeenCalledOnce();
  read({ version: 2, name: 'Otro nombre' });
  expect(field('Nombre').value).toBe('Oeste');
  fireEvent.click(screen.getByText(conflictWords.retry));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(sent.map(({ input }) => input.version)).toEqual([1, 2]);
});

it('shows a change while one is still typing, without a way to save over it unseen', () => {
  const read = show();
  type('Nombre', 'Oeste');
  read({ version: 2, name: 'Otro nombre' });
  expect(screen.getByText('Cambió.')).toBeTruthy();
  expect(screen.queryByText(conflictWords.retry)).toBeNull();
});

it('shows what was saved as the record keeps it, once the screen has read it', async () => {
  const read = show();
  type('Nombre', ' Oeste ');
  answers.push(saved(2));
  press();
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(field('Nombre').value).toBe(' Oeste ');
  read({ version: 2, name: 'Oeste' });
  await waitFor(() => expect(field('Nombre').value).toBe('Oeste'));
  expect(screen.queryByText('Cambió.')).toBeNull();
});

it('asks before a departure loses what was typed', async () => {
  show();
  type('Nombre', 'Oeste');
  fireEvent.click(screen.getByText('Otra pantalla'));
  fireEvent.click(await screen.findByText('Seguir'));
  expect(field('Nombre').value).toBe('Oeste');
  fireEvent.click(screen.getByText('Otra pantalla'));
  fireEvent.click(await screen.findByText('Descartar'));
  expect(await screen.findByText('La otra')).toBeTruthy();
});

it('makes what does not exist yet, without a version, and lets the screen go to it unasked', async () => {
  show(null);
  type('Nombre', 'Oeste');
  answers.push(saved(1));
  press();
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(sent[0]!.input).toEqual({ name: 'Oeste', where: 'Norte', version: null });
  expect(reload, 'the screen goes to it instead').not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Otra pantalla'));
  expect(await screen.findByText('La otra')).toBeTruthy();
});
