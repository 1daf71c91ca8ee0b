import { Keyboard } from 'grammy';
import { buttons } from '../messages/bot.ts';

/** The keyboard with the two lists. */
export const menu = new Keyboard().text(buttons.mine).text(buttons.free).resized().persistent();
