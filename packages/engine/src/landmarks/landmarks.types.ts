/** Degrees. Yaw > 0: the nose points to the image's left; pitch > 0: it points up; roll > 0: the head leans to the image's right (clockwise). */
export interface HeadPose {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}
