import { expect, it } from 'vitest';
import { coloursFor } from '../output/terminal.js';
import type { FoundFace } from '../source/face-source.js';
import { facesPrinters } from './detect-printers.js';

const PHOTO = { name: 'a.jpg', path: 'a.jpg', below: 'a.jpg' };
const FACE = {
  box: [1, 2, 3, 4],
  age: '20-30',
  gender: 'female',
  genderConfidence: 0.9,
  landmarks: {},
  confidence: 0.99,
  pose: { yaw: -1.5, pitch: 2, roll: 0 },
} as unknown as FoundFace;
const result = (faces: readonly FoundFace[]) => ({ imageSize: { width: 10, height: 10 }, faces });

it('has a column for every value of the requested attributes', () => {
  const { csv } = facesPrinters(coloursFor({ isTTY: false }, {}), ['pose', 'confidence', 'vector', 'pose']);
  const rows = [csv.head, csv.result(PHOTO, result([FACE, { ...FACE, vector: [0.5, -1] }]))].join('');
  expect(rows.trimEnd().split('\n')).toEqual([
    'photo,faces,face,x1,y1,x2,y2,age,gender,gender_confidence,pose_yaw,pose_pitch,pose_roll,confidence,vector',
    'a.jpg,2,1,1,2,3,4,20-30,female,0.9,-1.5,2,0,0.99,',
    'a.jpg,2,2,1,2,3,4,20-30,female,0.9,-1.5,2,0,0.99,"[0.5,-1]"',
  ]);
  const cells = (row: string): number => row.split(',').length;
  expect(cells(csv.result(PHOTO, result([])))).toBe(cells(csv.head));
});
