import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type Db, openDb } from '../../db/connection/open.ts';
import { startBot } from '../../workers/bot/start-bot.ts';
import { startTelegram, type TelegramServer } from '../support/fakes/telegram-server.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { expect, putBack, test } from './people.ts';
import { ownProduct } from './product.ts';

// The same product with a bot: one more web process over the journeys' record, and the bot, against a Bot API of ours.

let telegram: TelegramServer;
let db: Db;
let bot: Awaited<ReturnType<typeof startBot>>;
let web: ChildProcess;
let base: string;

test.beforeAll(async () => {
  telegram = await startTelegram();
  const url = ownProduct().recordUrl;
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  web = spawn(process.execPath, ['dist/web.js'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: base,
      DATABASE_URL: url,
      LINK_SECRET: randomBytes(32).toString('hex'),
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      LOG_LEVEL: 'warn',
    },
  });
  await new Promise((ready) => web.once('message', ready));
  db = openDb(url, { reads: 2, writes: 2, transactions: 2 });
  bot = await startBot({
    db,
    token: telegram.token,
    apiRoot: telegram.url,
    publicUrl: base,
    webhook: null,
    onError: (place, error) => console.error(place, error),
  });
});
test.afterAll(async () => {
  await bot?.close();
  await db?.close();
  web?.kill('SIGTERM');
  await telegram?.close();
});

test('a technician links Telegram in one tap and works from there, and the board turns', async ({ demo }) => {
  const chat = 900_000_001;
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  await context.route('https://t.me/**', (route) =>
    route.fulfill({ body: 'Telegram', contentType: 'text/html' }),
  );
  // Cookies know no ports: the session holds at the other process too.
  await page.goto(`${base}/profile`);
  await until(async () => {
    const ready = await page.getByRole('button', { name: /Vincular .*con un toque/ }).count();
    if (ready === 0) await page.reload();
    return ready === 1;
  }, 15_000);
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: /Vincular .*con un toque/ }).click();
  const tab = await opened;
  await tab.waitForURL(/t\.me/);
  const link = new URL(tab.url());
  expect(link.pathname).toBe('/agenda_tecnica_bot');
  await expect(page.getByText(/tocá «Iniciar»/)).toBeVisible();

  telegram.receiveText(chat, `/start ${link.searchParams.get('start')}`);
  await expect(page.getByText('Tu chat de Telegram quedó vinculado.')).toBeVisible();
  await expect(page.getByText('Vinculado', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Identificador')).toHaveValue(String(chat));
  await expect(page.getByText(/tocá «Iniciar»/)).toBeHidden();

  const { visitId } = await demo.freeVisit();
  const jefe = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  const chip = jefe.page.locator(`a[data-visit-id="${visitId}"]`);
  await expect(chip).toHaveAttribute('data-status', 'pending');
  telegram.receiveText(chat, 'Visitas para tomar');
  const card = () => telegram.shown(chat).find(({ text }) => text.includes(`Visita #${visitId} `));
  await until(() => card() !== undefined, 10_000);
  telegram.pressButton(chat, card()!.message_id, `take:${visitId}`);
  await expect(chip).toHaveAttribute('data-status', 'assigned');
  await until(() => card()!.text.includes('asignada a vos'), 10_000);

  const call = await demo.api('tecnico');
  await putBack(call, visitId);
  await call('user/delete_telegram_chat_id', {});
});

test('an identifier is refused, warned of and taken, the subscription needs it, and it is taken back', async ({
  demo,
}) => {
  const mine = 900_000_002;
  telegram.addChat(mine);
  const { page } = await demo.signedIn('jefe', { at: `${base}/profile` });
  const link = async (chat: number) => {
    await page.getByLabel('Identificador').fill(String(chat));
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  };
  const said = page.getByRole('main').getByRole('alert');
  await link(mine);
  await expect(page.getByText('Tus datos fueron guardados correctamente')).toBeVisible();
  await expect(page.getByText('Vinculado', { exact: true })).toBeVisible();

  // Unlinked somewhere else in between: the switch is still there to be pressed.
  const subscription = page.getByRole('switch', { name: /lo que hacen los técnicos/ });
  await expect(subscription).toBeEnabled();
  await demo.jefe('user/delete_telegram_chat_id', {});
  await subscription.click({ force: true });
  await expect(
    page.getByText('Hubo un error: Primero vinculá tu cuenta con el bot de Telegram.', { exact: true }),
  ).toBeVisible();
  // The page has received it: what is typed from now on stays.
  await expect(page.getByText('Sin vincular', { exact: true })).toBeVisible();

  await link(mine);
  await expect(page.getByText('Vinculado', { exact: true })).toBeVisible();
  await link(900_000_004);
  // A warning, by its title too, and no technician without a chat is active.
  await expect(said).toContainText('Advertencia');
  await expect(said.getByText('El numero identificador no existe.', { exact: true })).toBeVisible();
  await expect(page.getByText('Sin vincular', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Identificador')).toHaveValue('900000004');

  await page.getByRole('button', { name: 'Darme de baja' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Darme de baja' }).click();
  await expect(page.getByText('Fuiste dado de baja correctamente')).toBeVisible();
});
