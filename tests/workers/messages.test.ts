import { describe, expect, it } from 'vitest';
import { templateNames } from '../../machines/notice/templates.ts';
import { messages, type VisitFacts } from '../../workers/messages/index.ts';

const facts: VisitFacts = {
  customerName: 'Ana Núñez',
  day: '05/03/2026',
  slotName: 'Mañana',
  slotFrom: 8,
  slotTo: 12,
  technicianName: 'Martín Güemes',
  actorName: 'María López',
  mayReply: true,
  runningLate: 30,
  orderNumber: '00001234567',
  operationName: 'Villa María',
  link: 'https://agenda.example/v/abc123',
};
const bare: VisitFacts = {
  ...facts,
  customerName: '',
  slotName: '',
  technicianName: null,
  operationName: '',
  link: null,
};

describe.each(templateNames)('%s', (template) => {
  it('says who, when and which order', () => {
    const { subject, text } = messages[template](facts);
    for (const part of ['Ana Núñez', '05/03/2026', 'Mañana', 'de 8 a 12 h', '00001234567', 'Villa María']) {
      expect(text).toContain(part);
    }
    expect(subject.length).toBeGreaterThan(10);
    expect(subject.length).toBeLessThanOrEqual(70);
    expect(text.length).toBeLessThan(500);
  });

  it('prints no hole where something is not known', () => {
    const { subject, text } = messages[template](bare);
    const both = `${subject}\n${text}`;
    expect(both).not.toMatch(/undefined|null|NaN|\[object|\$\{/);
    expect(both).not.toMatch(/ {2}| ,|, ?!|¡Hola,? ?!?\s*$|·\s*$|^\s*·|turno ?[(,]/);
  });

  it('keeps markup as typed, and a name’s line breaks out of the subject and the lines', () => {
    const odd = {
      ...facts,
      customerName: 'Ana\r\nBcc: x@y.example',
      technicianName: '<b>M</b> *G*\u2028_x_',
    };
    const { subject, text } = messages[template](odd);
    expect(subject).not.toMatch(/[\r\n\u2028]/);
    expect(text).toContain('Ana Bcc: x@y.example');
    expect(text.split('\n').length).toBe(messages[template](facts).text.split('\n').length);
    expect(text).not.toMatch(/&lt;|\\\*/);
  });
});

describe('the slot', () => {
  it('is named to a customer as a part of the day only, and to staff by its name', () => {
    const at = (slotName: string) => ({ ...facts, slotName });
    const { 'visit-created': created, 'technician-assigned': assigned } = messages;
    expect(created(at('Tarde')).text).toContain('turno Tarde (de 8 a 12 h)');
    expect(created(at('Cupo 22804')).text).toContain('el 05/03/2026, de 8 a 12 h.');
    expect(assigned(at('Cupo 22804')).text).toContain('turno Cupo 22804 (de 8 a 12 h)');
  });
});

describe('who gets what', () => {
  it('the customer is addressed with voseo, and gets the link once, when there is one', () => {
    for (const template of ['on-the-way', 'visit-created', 'visit-rescheduled'] as const) {
      const { text } = messages[template](facts);
      expect(text.split(facts.link!).length).toBe(2);
      expect(text).toMatch(/^¡Hola, Ana Núñez! /);
      expect(messages[template]({ ...facts, link: null }).text).not.toMatch(/http|acá:|quieras:/);
    }
    expect(messages['on-the-way'](facts).text).toContain('Martín Güemes va en camino');
    expect(messages['on-the-way'](bare).text).toContain('Nuestro técnico va en camino');
    expect(messages['visit-created'](facts).text).toContain('Mirá');
  });

  it('the customer’s private link goes to no other recipient', () => {
    for (const template of templateNames.filter((one) => /^(technician|supervisor)-/.test(one))) {
      expect(messages[template](facts).text).not.toContain('http');
    }
  });

  it('each occasion has its own words', () => {
    const all = templateNames.map((template) => messages[template](facts).text);
    expect(new Set(all).size).toBe(templateNames.length);
  });

  it('reads as it should', () => {
    expect(messages['visit-rescheduled'](facts)).toEqual({
      subject: 'Reprogramamos tu visita para el 05/03/2026',
      text: [
        '¡Hola, Ana Núñez! Tu visita técnica cambió de fecha: ahora es el 05/03/2026, turno Mañana (de 8 a 12 h).',
        'Mirá los detalles cuando quieras: https://agenda.example/v/abc123',
        'Orden 00001234567 · Villa María',
      ].join('\n'),
    });
    expect(messages['supervisor-auto-released'](bare).text).toContain('El sistema liberó la visita.');
  });
});

it('a technician who runs late is expected in the slot so much later, and one who will not come is not', () => {
  expect(messages['running-late'](facts).text).toContain('estima llegar entre las 8:30 y las 12:30.');
  const notComing = messages['running-late']({ ...facts, runningLate: 0 });
  expect(notComing.subject).toBe('Tu técnico no llega a tu visita');
  expect(notComing.text).not.toContain('estima');
});
