import { ConversionError } from '../conversion-error.js';
import { decodeOnnx } from '../onnx/onnx-file.js';
import type { Graph } from '../onnx/onnx-graph.js';

const INPUT = '1×3×112×112';

/**
 * SFace as OpenCV Zoo ships it, with our names of input and output.
 * Input: `input` 1×3×112×112, RGB 0..255, aligned to ArcFace's reference points. Output: `vector` 1×128, of any length.
 */
export function embedderGraph(sface: Uint8Array): Graph {
  const graph = decodeOnnx(sface);
  if (graph.inputs.length !== 1 || graph.outputs.length !== 1) {
    throw new ConversionError('the ONNX file does not have one input and one output');
  }
  if (graph.inputs[0]?.dims.join('×') !== INPUT) throw new ConversionError(`its input is not ${INPUT}`);
  const names = new Map<string, string>();
  for (const port of graph.inputs) names.set(port.name, 'input');
  for (const port of graph.outputs) names.set(port.name, 'vector');
  const renamed = (name: string): string => names.get(name) ?? name;
  return {
    ...graph,
    inputs: graph.inputs.map((port) => ({ ...port, name: renamed(port.name) })),
    outputs: graph.outputs.map((port) => ({ ...port, name: renamed(port.name) })),
    nodes: graph.nodes.map((node) => ({
      ...node,
      inputs: node.inputs.map(renamed),
      outputs: node.outputs.map(renamed),
    })),
  };
}
