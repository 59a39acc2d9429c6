import { serveTasks } from '../../platform/task-process.ts';
import { answerTo } from './reader-tasks.ts';

serveTasks(answerTo);
