import subprocess,resource,socket,time,sys,os
def use():
    r=resource.getrusage(resource.RUSAGE_CHILDREN); return r.ru_utime,r.ru_stime
bin=sys.argv[1]; extra=sys.argv[2:]
u0=use(); t=time.time(); N=30
for i in range(N):
    p=subprocess.Popen([bin,'--port',str(21000+i),'--bind','127.0.0.1','--save','','--appendonly','no']+extra,stdout=subprocess.DEVNULL)
    while True:
        try: s=socket.create_connection(('127.0.0.1',21000+i)); break
        except OSError: time.sleep(0.002)
    s.sendall(b'PING\r\n'); s.recv(10); s.close()
    p.kill(); p.wait()
u1=use(); print(bin,[round((b-a)/N*1000,1) for a,b in zip(u0,u1)],'ms each; wall', (time.time()-t)/N)
