import { Keyboard } from 'grammy';
import { buttons } from '../messages/bot.ts';

/** The two lists, always at hand under the text field. */
export const menu = new Keyboard().text(buttons.mine).text(buttons.free).resized().persistent();
