export { default } from './landing.tsx';
