import { type Fault, pause } from './fault.ts';
import { newVisit } from './races.ts';

/**
 * F22. The technician's screens keep no queue: without a connection they say so and send nothing. A client of the
 * API that does keep one is what is tried here: the order of its six, the cut, the lost answer, the conflict.
 */
export const offlinePhone: Fault = {
  title: "an offline client's queue of 6, cut after 3, one answer lost, one conflict",
  async run(stage, load) {
    const { dispatcher, closing, repairCode } = stage.people;
    const place = stage.people.places[1]!;
    const [mine, other] = place.technicians.slice(45) as [
      (typeof place.technicians)[0],
      (typeof place.technicians)[0],
    ];
    const [first, second, third] = [
      await newVisit(stage, { place: 1, to: mine.technicianId }),
      await newVisit(stage, { place: 1, to: mine.technicianId }),
      await newVisit(stage, { place: 1, to: mine.technicianId }),
    ];
    const queue = [
      ['visit/set_on_the_way', { visit_id: first, version: 2, send_notification: false }],
      ['visit/finish', { visit_id: first, status: closing, repair_code: repairCode, version: 3 }],
      ['visit/set_on_the_way', { visit_id: second, version: 2, send_notification: false }],
      ['visit/finish', { visit_id: second, status: closing, repair_code: repairCode, version: 3 }],
      ['visit/detach', { visit_id: third, notes: 'no llego hoy', version: 2 }],
      ['visit/attach', { visit_id: third }],
    ] as const;
    // While the phone was away a dispatcher gave the third to somebody else.
    await stage.journal.act(dispatcher, 'visit/change_technician', {
      visit_id: [third],
      tech_id: other.technicianId,
    });
    const statuses: number[] = [];
    for (const [at, [path, body]] of queue.entries()) {
      const key = `telefono-${first}-${at}`;
      // The third is done and its answer is lost: the server dies between the two.
      if (at === 2) {
        const sent = stage.journal.once(stage.doors[0]!, path, body, { token: mine.token, key });
        await pause(15);
        stage.webs[0]!.kill('SIGKILL');
        await sent;
        await stage.notReady(15_000);
      }
      let answer = await stage.journal.once(stage.doors[1]!, path, body, { token: mine.token, key });
      for (; answer.status <= 0 || answer.status === 503; await pause(50))
        answer = await stage.journal.once(stage.doors[1]!, path, body, { token: mine.token, key });
      statuses.push(answer.status);
      if (answer.status === 409 && answer.data?.visit?.tech_id !== other.technicianId) statuses.push(-409);
    }
    const events = await stage.db.sql<{ key: string }[]>`
      select key from events where key like ${`telefono-${first}-%`} and name like 'visit.%' order by version`;
    const order = events.map(({ key }) => Number(key.split('-').at(-1)));
    await load.finish();
    const wanted = [200, 200, 200, 200, 409, 409];
    return {
      figures: `answered ${statuses.join(' ')}, done ${order.join(' ')}; the screens keep no queue`,
      problems: [
        ...(String(statuses) === String(wanted) ? [] : [`answered ${statuses}`]),
        ...(String(order) === '0,1,2,3' ? [] : [`done ${order}`]),
      ],
    };
  },
};
