import type { Graph } from './onnx/onnx-graph.js';
import { alignBottlenecks } from './passes/align-bottlenecks.js';
import { concatPaddedSums } from './passes/concat-padded-sums.js';
import { dropIdentities, removeDeadNodes } from './passes/drop-nodes.js';
import { foldInputScale } from './passes/fold-input-scale.js';
import { foldNormAfterProduct, foldNormBeforeProduct } from './passes/fold-norm.js';
import { splitPrelu } from './passes/split-prelu.js';

/** In this order: first, what a net need not compute at run time is removed; then, what ONNX Runtime runs slowly is rewritten. */
const PASSES: readonly ((graph: Graph) => Graph)[] = [
  dropIdentities,
  foldNormAfterProduct,
  foldNormBeforeProduct,
  foldInputScale,
  removeDeadNodes,
  alignBottlenecks,
  concatPaddedSums,
  splitPrelu,
  removeDeadNodes,
];

/** An equal graph that runs faster. */
export function optimise(graph: Graph): Graph {
  return PASSES.reduce((result, pass) => pass(result), graph);
}
