import { everyPermission, type Permission } from '../../../machines/access/permissions.ts';
import { operationPlans } from './catalogue.ts';
import type { User } from './world.ts';

type Account = Pick<User, 'username' | 'profile' | 'defaultView' | 'operations' | 'permissions'> & {
  names: [string, string];
};

export const chief: Permission[] = everyPermission.filter((permission) => permission !== 'can_manage_users');
export const inTheField: Permission[] = ['can_query_order', 'can_edit_telegram_chat_id'];

const [big, second, third, fourth, other, bare] = operationPlans.map(({ code }) => code) as [
  string,
  string,
  string,
  string,
  string,
  string,
];

/** The seven accounts of contract §7. */
export const accounts: Account[] = [
  {
    username: 'jefe',
    names: ['Carolina', 'Benítez'],
    profile: 'Jefe técnico',
    defaultView: 'index_jefetec',
    operations: [big, second, third, fourth, bare],
    permissions: everyPermission,
  },
  {
    username: 'sac',
    names: ['Paula', 'Domínguez'],
    profile: 'SAC',
    defaultView: 'index_calendario',
    operations: [big, second],
    permissions: ['can_query_order', 'can_query_client'],
  },
  {
    username: 'tecnico',
    names: ['Martín', 'Quiroga'],
    profile: 'Técnico',
    defaultView: 'index_tecnico',
    operations: [big, second],
    permissions: inTheField,
  },
  {
    username: 'tecnico2',
    names: ['Lucas', 'Ferreyra'],
    profile: 'Técnico',
    defaultView: 'index_tecnico',
    operations: [big, second],
    permissions: inTheField,
  },
  {
    username: 'otro',
    names: ['Sergio', 'Maldonado'],
    profile: 'Jefe técnico',
    defaultView: 'index_jefetec',
    operations: [other],
    permissions: chief,
  },
  {
    username: 'nuevo',
    names: ['Julieta', 'Acosta'],
    profile: 'Sin perfil',
    defaultView: 'index_jefetec',
    operations: [],
    permissions: [],
  },
  {
    username: 'sac2',
    names: ['Valeria', 'Ibáñez'],
    profile: 'SAC',
    defaultView: 'index_calendario',
    operations: [big, second],
    permissions: ['can_query_order', 'can_query_client', 'can_create_visit'],
  },
];
