import type { Graph } from './onnx/onnx-graph.js';
import type { NativeForm } from './recipes.js';
import { alignBottlenecks } from './passes/align-bottlenecks.js';
import { dropIdentities, removeDeadNodes } from './passes/drop-nodes.js';
import { foldInputScale } from './passes/fold-input-scale.js';
import { foldNormAfterProduct, foldNormBeforeProduct } from './passes/fold-norm.js';
import { quantiseProducts } from './passes/quantise-products.js';
import { splitPrelu } from './passes/split-prelu.js';

type Pass = (graph: Graph) => Graph;

/** Removes what a model need not compute at run time. */
const FOLDING: readonly Pass[] = [
  dropIdentities,
  foldNormAfterProduct,
  foldNormBeforeProduct,
  foldInputScale,
  removeDeadNodes,
];

/** Rewrites what would leave ONNX Runtime's blocked layout, and what reads more weights than it computes with. */
const BLOCKING: readonly Pass[] = [alignBottlenecks, splitPrelu, quantiseProducts, removeDeadNodes];

const PASSES: Readonly<Record<NativeForm, readonly Pass[]>> = {
  blocked: [...FOLDING, ...BLOCKING],
  plain: FOLDING,
};

/** A graph that runs faster, on processors for which the form is. It is equal, but for the products of `quantiseProducts`. */
export function optimise(graph: Graph, form: NativeForm): Graph {
  return PASSES[form].reduce((result, pass) => pass(result), graph);
}
