import type { Fault } from './fault.ts';
import { answers } from './killed-processes.ts';
import { by, pause, percentile } from './timing.ts';

/** F10 and F11: the network to the channels gone, and channels that answer badly. */

export const cutChannels: Fault = {
  title: 'network to Telegram, WhatsApp and SMTP cut',
  backends: ['postgres', 'redis'],
  pace: () => ({ open: true }),
  async run(stage, load) {
    const seconds = by(stage.size, 4, 10, 60);
    const calm = stage.journal.tries.length;
    await answers(load, 80);
    const before = stage.journal.tries.slice(calm).map(({ ms }) => ms);
    await Promise.all(stage.channels.proxies.map((proxy) => proxy.cut()));
    const cut = stage.journal.tries.length;
    const sent = stage.channels.total();
    await pause(seconds * 1_000);
    await answers(load, 80);
    const during = stage.journal.tries.slice(cut).map(({ ms }) => ms);
    const leaked = stage.channels.total() - sent;
    await Promise.all(stage.channels.proxies.map((proxy) => proxy.restore()));
    await load.finish();
    const [fast, slow] = [percentile(before, 0.5), percentile(during, 0.5)];
    return {
      figures: `p50 of a command ${Math.round(fast)} ms before, ${Math.round(slow)} ms during ${seconds} s`,
      problems: [
        // As fast as before, as far as a shared machine can show.
        ...(slow > fast * 2 + 20 ? ['commands were slower'] : []),
        ...(leaked > 3 ? [`${leaked} messages went through a cut network`] : []),
      ],
    };
  },
};

export const badChannels: Fault = {
  title: 'channels that refuse, hang, or take the message and cut',
  backends: ['postgres', 'redis'],
  // One visit a kind of answer, no others.
  calm: true,
  async run(stage) {
    const { telegram, whatsapp, smtp } = stage.channels;
    const kinds = [
      ['telegram', { kind: 'rate-limit', retryAfterSeconds: 3 }, 'sent'],
      ['telegram', { kind: 'bad-request', times: 1 }, 'failed'],
      ['telegram', { kind: 'bad-gateway', times: 1 }, 'sent'],
      ['telegram', { kind: 'cut', times: 1 }, 'unknown'],
      ['telegram', { kind: 'hang', times: 1 }, 'unknown'],
      ['whatsapp', { kind: 'rate-limit', retryAfterSeconds: 3 }, 'sent'],
      ['whatsapp', { kind: 'cut', times: 1 }, 'unknown'],
      ['whatsapp', { kind: 'bad-gateway', times: 1 }, 'sent'],
      ['email', { kind: 'cut', times: 1 }, 'unknown'],
      ['email', { kind: 'bad-gateway', times: 1 }, 'sent'],
      ['telegram', { kind: 'forbidden', times: 1 }, 'failed'],
    ] as const;
    const fakes = { telegram, whatsapp, email: smtp };
    const column = { telegram: 'telegram_chat_id', whatsapp: 'wa_number', email: 'email' };
    const problems: string[] = [];
    const place = stage.people.places[0]!;
    const { sql } = stage.db;
    for (const [channel, fault, wanted] of kinds) {
      const name = `${channel} ${fault.kind}`;
      const [order] = stage
        .takeOrders(0, 30)
        .filter((_, i) => i % 3 === { telegram: 0, whatsapp: 1, email: 2 }[channel]);
      const [client] = await sql<{ to: string; id: string }[]>`
        select ${sql(column[channel])} as to, id from clients where id = ${order!}`;
      const to = channel === 'whatsapp' ? client!.to.replace(/\D/g, '') : client!.to;
      fakes[channel].faults.set({ ...fault, to });
      const began = Date.now();
      const intent = await stage.journal.act(stage.people.dispatcher, 'visit/create', {
        ot_type: stage.people.orderType,
        ot_number: order,
        possibleDate: tomorrow(),
        timestripe: place.slotId,
        checked: ['public_link'],
      });
      const visitId = JSON.parse(intent.text).data.visit_id;
      let state = '';
      for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(100)) {
        const [notice] = await sql<
          { state: string }[]
        >`select state from notices where visit_id = ${visitId}`;
        state = notice?.state ?? 'none';
        if (state === wanted || !['pending', 'sending', 'none'].includes(state)) break;
      }
      const delivered = stage.channels.delivered(to);
      const took = Date.now() - began;
      if (state !== wanted) problems.push(`${name}: ${state} instead of ${wanted}`);
      const once = wanted === 'sent' || fault.kind === 'cut' ? 1 : 0;
      if (delivered !== once) problems.push(`${name}: delivered ${delivered} times`);
      if (fault.kind === 'rate-limit' && took < 2_900) problems.push(`${name}: asked again after ${took} ms`);
      if (fault.kind === 'forbidden') {
        const [row] = await sql<
          { chat: string | null }[]
        >`select telegram_chat_id as chat from clients where id = ${client!.id}`;
        if (row!.chat !== null) problems.push('403 left the chat active');
      }
      fakes[channel].faults.set(null);
    }
    // What is unknown stays so: it is not sent again however long it takes.
    const before = stage.channels.total();
    await sql`update notices set not_before = not_before - interval '1 hour'`;
    await pause(by(stage.size, 2_000, 5_000, 35_000));
    if (stage.channels.total() !== before) problems.push('something was sent again');
    return { figures: `${kinds.length} kinds of answer`, problems };
  },
};

const tomorrow = () => new Date(Date.now() + 21 * 3_600_000).toISOString().slice(0, 10);
