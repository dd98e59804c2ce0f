export { halve } from './halve';
export { warp } from './warp';
