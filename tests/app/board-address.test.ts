import { expect, it } from 'vitest';
import { readBoardParams } from '../../app/board/board-params.ts';
import { readDayParams } from '../../app/board/day/day-params.ts';

const today = '2026-03-02';

it('knows the filters of the board by their names alone, not by what every object has', () => {
  expect(readBoardParams('?solo=demoradas', today).only).toBe('late');
  for (const name of ['constructor', 'toString', '__proto__', 'nada', ''])
    expect(readBoardParams(`?solo=${name}`, today).only, name).toBeNull();
});

it('knows what the day shows by the names of the address alone, and no day that there is not', () => {
  expect(readDayParams('?vista=dia&contratista=sin&tecnico=7&grupo=zona', today)).toMatchObject({
    ...{ shown: true, day: today, contractor: 'none', technician: 7, byZone: true },
  });
  for (const name of ['constructor', '__proto__', 'nada'])
    expect(readDayParams(`?contratista=${name}`, today).contractor, name).toBeNull();
  expect(readDayParams('?dia=2026-02-30&tecnico=-1&mover=3,x,4', today)).toMatchObject({
    ...{ day: today, technician: null, moving: [3, 4] },
  });
});
