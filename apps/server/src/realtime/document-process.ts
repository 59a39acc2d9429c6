import { serveTasks } from '../platform/task-process.ts';
import { perform } from './tasks.ts';

serveTasks(perform);
